"""The ledgers: extra turns, cards and money, which are carried over between stages."""
