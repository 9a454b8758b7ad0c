"""The drawings that ``solve`` makes, as a user runs it."""

import xml.etree.ElementTree as ElementTree
from pathlib import Path

from PIL import Image

from tests.cli_runner import run_cli

COLOURED = "width 2\nheight 2\ncolor a #dc0000\ncolor b #0000c8\nrows\n1a,1b\n1b\ncolumns\n1a\n2b\n"
