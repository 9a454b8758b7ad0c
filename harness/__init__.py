"""Japanese crosswords: the Spectrum program driven, read and proved against a reference solver."""
