-- Removes the table that 0028_reports.sql has copied. Apply it when the code before that migration runs nowhere any more.
DROP TRIGGER abuse_reports_mirrored;
DROP TRIGGER abuse_reports_mirrored_again;

DROP TABLE reports;
