"""The commands of `python -m pyspectrum`, one module each: `add_parser` and the function it leads to."""
