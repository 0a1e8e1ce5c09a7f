"""Who meets whom, and when: plans made from a number of entries and nothing else."""
