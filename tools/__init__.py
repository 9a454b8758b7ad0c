"""Programs for developers only: benchmarks, pictures, the site, a release, and checks that need other programs."""
