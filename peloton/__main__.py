"""Run peloton, as `peloton` or as `python -m peloton`."""

import gc
import signal
import sys


def main() -> None:
    """Run the program; once it has said how it ended, nothing more is said."""
    gc.set_threshold(20_000)  # most commands are over before there is any garbage
    sys.unraisablehook = lambda _: None  # what fails while things are cleared away
    try:
        # Here, as Ctrl-C may come while it is imported.
        from peloton.cli.main import main as run

        run()
    except KeyboardInterrupt:
        sys.exit("\nError: stopped; nothing was saved")
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        gc.freeze()  # what is left goes with the process: nobody looks through it


if __name__ == "__main__":
    main()
