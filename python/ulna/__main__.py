"""python -m ulna: the command."""
import os
import sys


def main() -> None:
    command = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin", "ulna")
    os.execv(command, ["ulna"] + sys.argv[1:])


if __name__ == "__main__":
    main()
