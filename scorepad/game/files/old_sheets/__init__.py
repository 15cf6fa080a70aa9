"""Old sheets: evenings out of spreadsheets and other keepers' exports, read as they were written."""
