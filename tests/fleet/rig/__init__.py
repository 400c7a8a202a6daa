"""Plays a fleet in network namespaces: ../run.sh makes them, ../MATRIX.md says what is expected."""
