"""Run peloton, as `peloton` or as `python -m peloton`."""

import gc
import signal
import sys


def main() -> None:
    """Run the program, and hide errors that Python would print while it exits."""
    gc.set_threshold(100_000)  # most commands end before a garbage collection pays off
    sys.unraisablehook = lambda _: None  # hide errors in finalizers
    try:
        # Imported here because Ctrl-C may be pressed during the import.
        from peloton.cli.main import main as run

        run()
    except KeyboardInterrupt:
        sys.exit("\nError: stopped; nothing was changed")
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        gc.freeze()  # the process ends: skip the final collection


if __name__ == "__main__":
    main()
