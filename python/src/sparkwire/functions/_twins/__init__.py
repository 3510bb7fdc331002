"""The functions that `make wrappers` makes from those written by hand."""
