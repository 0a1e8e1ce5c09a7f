"""How strong competitors are: one fit over all deals, with error bars."""
