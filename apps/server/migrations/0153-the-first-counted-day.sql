-- A book that is older than the reports is counted from a recent day on (docs/decisions/0127-reports-read-totals.md). Null:
-- from its first booking on.
alter table book_day_progress add column counted_from_on date;
