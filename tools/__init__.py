"""What only developers run: benchmarks, pictures, the site, a release, and the checks that take other programs."""
