"""The compiled kernel of the fast solver: its source, and the hook that builds it when the project is installed."""
