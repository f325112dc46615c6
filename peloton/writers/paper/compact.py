"""Add objects in compressed streams to a PDF file made by reportlab.

reportlab writes every object as uncompressed text. The structure tree would then make
up most of the file; in compressed streams (ISO 32000-1, 7.5.7) it needs a tenth of the
space.
"""

from collections.abc import Mapping, Sequence
from itertools import accumulate
from struct import pack
from typing import Any
from zlib import compress

PDF_VERSION = 1, 5
"""PDF version that introduced compressed objects."""
_MANY = 1000
"""Maximum number of objects in a stream; reading one object decompresses them all."""
_IN_FILE, _IN_STREAM = 1, 2
"""Location of an object: at an offset in the file, or at an index in a stream."""


def with_objects(
    pdf: bytes,
    document: Any,  # noqa: ANN401 - without types
    objects: Mapping[int, str],
) -> bytes:
    """Return a document's finished file with `objects` added, keyed by object number.

    An added object replaces the file's object with the same number.
    """
    out = bytearray(pdf[: pdf.rindex(b"xref\n0 ")])
    places = {
        number: (_IN_FILE, document.idToOffset[name], 0)
        for number, name in document.numberToId.items()
    }
    numbers, size = list(objects), max(*places, *objects)
    for start in range(0, len(numbers), _MANY):
        packed, size = numbers[start : start + _MANY], size + 1
        places |= {number: (_IN_STREAM, size, at) for at, number in enumerate(packed)}
        places[size] = _IN_FILE, len(out), 0
        out += _object_stream(size, packed, [objects[number] for number in packed])
    size += 1
    places[size] = _IN_FILE, len(out), 0
    rows = (places[number] for number in range(1, size + 1))
    index = pack(">BIH", 0, 0, 0xFFFF) + b"".join(pack(">BIH", *row) for row in rows)
    root, info = map(document.Reference, (document.Catalog, document.info))
    entries = b"/Type /XRef /W [1 4 2] /Size %d /Root %b /Info %b /ID %b" % (
        *(size + 1, root.format(document), info.format(document), document.ID()),
    )
    end = b"startxref\n%d\n%%%%EOF\n" % len(out)
    return bytes(out + _stream(size, entries, index) + end)


def _object_stream(number: int, numbers: Sequence[int], bodies: Sequence[str]) -> bytes:
    starts = accumulate((len(body) + 1 for body in bodies), initial=0)
    pairs = zip(numbers, starts, strict=False)
    head = " ".join(f"{each} {start}" for each, start in pairs) + "\n"
    entries = f"/Type /ObjStm /N {len(bodies)} /First {len(head)}"
    return _stream(number, entries.encode(), (head + "\n".join(bodies)).encode())


def _stream(number: int, entries: bytes, content: bytes) -> bytes:
    data = compress(content)
    head = b"%d 0 obj\n<<%b /Filter /FlateDecode /Length %d>>\n" % (
        *(number, entries, len(data)),
    )
    return b"%bstream\n%b\nendstream\nendobj\n" % (head, data)
