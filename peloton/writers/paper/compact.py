"""Compress the structure of a PDF file, which would be most of it.

reportlab writes each object as text. Together in compressed streams (ISO 32000-1,
7.5.7) those of the structure take a tenth of the space.
"""

import re
from struct import pack
from zlib import compress

_VERSION = b"%PDF-1.5\n%\xe2\xe3\xcf\xd3\n"
_MANY = 1000
"""Maximum number of objects in a stream: a program reads all of them to find one."""
_OFFSET = re.compile(rb"^([0-9]{10}) [0-9]{5} n", re.MULTILINE)
_DOCUMENT = re.compile(rb"/(?:Root|Info) [0-9]+ 0 R|/ID\s*\[[^]]*\]")
"""The entries of the trailer that the file keeps."""
_ELEMENT = b"<</"
"""The start of what the module `structure` writes; reportlab begins a new line."""
_IN_FILE, _IN_STREAM = 1, 2
"""Where an object is: at an offset of the file, or at an index of a stream."""


def compact_pdf(pdf: bytes) -> bytes:
    """Return a PDF file of reportlab with the objects of its structure compressed."""
    table = int(pdf[pdf.rindex(b"startxref") :].split()[1])
    offsets = [int(found) for found in _OFFSET.findall(pdf, table)]
    ends = dict(zip(sorted(offsets), [*sorted(offsets)[1:], table], strict=True))
    out = bytearray(_VERSION)
    places: dict[int, tuple[int, int, int]] = {}
    elements: list[tuple[int, bytes]] = []
    for number, offset in enumerate(offsets, 1):
        content = pdf[offset : ends[offset]]
        body = content[content.index(b"obj") + 3 : content.rindex(b"endobj")].strip()
        if body.startswith(_ELEMENT):
            elements.append((number, body))
        else:
            places[number] = _IN_FILE, len(out), 0
            out += content
    size = len(offsets)
    for start in range(0, len(elements), _MANY):
        packed, size = elements[start : start + _MANY], size + 1
        places |= {n: (_IN_STREAM, size, at) for at, (n, _) in enumerate(packed)}
        places[size] = _IN_FILE, len(out), 0
        out += _object_stream(size, packed)
    size += 1
    places[size] = _IN_FILE, len(out), 0
    rows = (places[number] for number in range(1, size + 1))
    index = pack(">BIH", 0, 0, 0xFFFF) + b"".join(pack(">BIH", *row) for row in rows)
    kept = b" ".join(_DOCUMENT.findall(pdf, table))
    entries = b"/Type /XRef /W [1 4 2] /Size %d %b" % (size + 1, kept)
    end = b"startxref\n%d\n%%%%EOF\n" % len(out)
    return bytes(out + _stream(size, entries, index) + end)


def _object_stream(number: int, objects: list[tuple[int, bytes]]) -> bytes:
    head, at = [], 0
    for each, body in objects:
        head.append(b"%d %d" % (each, at))
        at += len(body) + 1
    first = b" ".join(head) + b"\n"
    entries = b"/Type /ObjStm /N %d /First %d" % (len(objects), len(first))
    return _stream(number, entries, first + b"\n".join(body for _, body in objects))


def _stream(number: int, entries: bytes, content: bytes) -> bytes:
    data = compress(content)
    head = b"%d 0 obj\n<<%b /Filter /FlateDecode /Length %d>>\n" % (
        *(number, entries, len(data)),
    )
    return b"%bstream\n%b\nendstream\nendobj\n" % (head, data)
