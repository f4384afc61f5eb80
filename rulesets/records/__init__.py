"""Finished hands as records: reading them from JSON or text, checking them, scoring and explaining them.

- `rulesets.records.read`: `read_records(lines)`, `parse_any(text)`: JSON objects and the short text form
- `rulesets.records.explain`: `explain_record(record, specs, lang)` as data, `explanation_text(...)` as text
- `rulesets.records.describe`: `describe_fan(code_or_name, lang)`
"""
