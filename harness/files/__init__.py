"""Reading and writing of files, and the files that come with the package."""
