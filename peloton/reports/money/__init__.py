"""The ledgers as sheets: the teams' money, the riders' extra turns."""
