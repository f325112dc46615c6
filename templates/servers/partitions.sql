-- Partition the tables of peloton by tour on a PostgreSQL server, into 16 partitions each:
--
--     psql service=club -f partitions.sql
--
-- All rows of a tour have the same partition number; `journal` is partitioned by the name of the tour. The small table
-- `tour_name` keeps tour names unique; it is written only when a tour is added, renamed or deleted. Run this script again
-- after `peloton upgrade`: it skips tables that already have partitions.
BEGIN;

CREATE TEMP TABLE saved_view ON COMMIT DROP AS
  SELECT viewname, definition FROM pg_views WHERE schemaname = current_schema();

CREATE TEMP TABLE unpartitioned ON COMMIT DROP AS
  SELECT relname AS name,
    CASE WHEN relname = 'tour' THEN 'id' WHEN relname = 'journal' THEN 'tour' ELSE 'tour_id' END AS divided_by,
    CASE relname WHEN 'journal' THEN 'tour, number' ELSE (
      SELECT string_agg(attname, ', ' ORDER BY array_position(indkey::int2[], attnum))
      FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = ANY (indkey)
      WHERE indrelid = pg_class.oid AND indisprimary) END AS key
  FROM pg_class
  WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'
    AND NOT relispartition AND relname <> 'current_tour'
    AND (relname IN ('tour', 'journal') OR EXISTS (
      SELECT FROM pg_attribute WHERE attrelid = pg_class.oid AND attname = 'tour_id'));

DO $$
DECLARE
  item record;
BEGIN
  FOR item IN SELECT viewname FROM saved_view LOOP
    EXECUTE format('DROP VIEW %I', item.viewname);
  END LOOP;
  FOR item IN SELECT conrelid::regclass AS name, conname FROM pg_constraint
    WHERE contype = 'f' AND confrelid = 'tour'::regclass AND conparentid = 0 LOOP
    EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', item.name, item.conname);
  END LOOP;
  FOR item IN SELECT * FROM unpartitioned LOOP
    IF item.name IN ('tour', 'journal') THEN
      EXECUTE format('ALTER SEQUENCE %s_id_seq OWNED BY NONE', item.name);
    END IF;
    EXECUTE format('ALTER TABLE %1$I RENAME TO old_%1$s', item.name);
    EXECUTE format('CREATE TABLE %1$I (LIKE old_%1$s INCLUDING DEFAULTS INCLUDING COMMENTS,'
      ' PRIMARY KEY (%2$s)) PARTITION BY HASH (%3$s)', item.name, item.key, item.divided_by);
    FOR number IN 0..15 LOOP
      EXECUTE format('CREATE TABLE %1$s_%2$s PARTITION OF %1$I'
        ' FOR VALUES WITH (MODULUS 16, REMAINDER %2$s)', item.name, number);
    END LOOP;
    EXECUTE format('INSERT INTO %1$I SELECT * FROM old_%1$s', item.name);
    EXECUTE format('DROP TABLE old_%s', item.name);
    IF item.name IN ('tour', 'journal') THEN
      EXECUTE format('ALTER SEQUENCE %1$s_id_seq OWNED BY %1$I.id', item.name);
    END IF;
  END LOOP;
  FOR item IN SELECT attrelid::regclass AS name FROM pg_attribute
    JOIN pg_class ON pg_class.oid = attrelid
    WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')
      AND NOT relispartition AND attname = 'tour_id' LOOP
    EXECUTE format('ALTER TABLE %s ADD FOREIGN KEY (tour_id) REFERENCES tour ON DELETE CASCADE', item.name);
  END LOOP;
  FOR item IN SELECT * FROM saved_view LOOP
    EXECUTE format('CREATE VIEW %I AS %s', item.viewname, item.definition);
  END LOOP;
END $$;

CREATE INDEX IF NOT EXISTS ix_journal_undone ON journal (undone);
CREATE INDEX IF NOT EXISTS ix_tour_name ON tour (name);
CREATE TABLE IF NOT EXISTS tour_name (name text PRIMARY KEY);
INSERT INTO tour_name SELECT name FROM tour ON CONFLICT DO NOTHING;

CREATE OR REPLACE FUNCTION write_tour_name() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM tour_name WHERE name = OLD.name;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO tour_name VALUES (NEW.name);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER write_tour_name AFTER INSERT OR DELETE OR UPDATE OF name ON tour
  FOR EACH ROW EXECUTE FUNCTION write_tour_name();

COMMIT;
