"""Run peloton, as `peloton` or as `python -m peloton`."""

import signal
import sys


def main() -> None:
    """Run the program; once it has said how it ended, nothing more is said."""
    sys.unraisablehook = lambda _: None  # what fails while things are cleared away
    try:
        # Here, as Ctrl-C may come while it is imported.
        from peloton.cli.main import main as run

        run()
    except KeyboardInterrupt:
        sys.exit("\nError: stopped; nothing was saved")
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)


if __name__ == "__main__":
    main()
