"""Rules of card games of the Durak family: exact, fast, and free of everything else."""
