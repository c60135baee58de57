@_exported public import StrataSQLite
