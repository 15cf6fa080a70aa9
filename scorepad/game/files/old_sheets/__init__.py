"""Importers for evenings from spreadsheets and from exports of other score keepers."""
