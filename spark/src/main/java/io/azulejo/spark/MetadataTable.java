package io.azulejo.spark;

import io.azulejo.Array;
import io.azulejo.FragmentInfo;
import io.azulejo.HistoryEntry;
import io.azulejo.table.ArrayTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.read.LocalScan;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/** A read-only table of facts about an array, which the driver computes. */
final class MetadataTable implements Table, SupportsRead {
  /** The kinds of metadata tables. */
  enum Kind {
    /** The visible fragments, oldest first. */
    FRAGMENTS(
        "name string, start bigint, end bigint, format_version int, dense boolean, cells bigint,"
            + " tiles bigint, bytes bigint, schema string",
        "non_empty_domain"),
    /** The events in the array's history, oldest first. Times are in milliseconds since 1970. */
    HISTORY("name string, start bigint, end bigint, kind string, detail string", null),
    /** The array metadata by key. */
    METADATA("key string, type string, value string", null),
    /** The bounding boxes of the tiles of all visible fragments. */
    TILES("fragment string, tile bigint", "box");

    private final StructType columns;
    private final @Nullable String box;

    /**
     * Creates a kind.
     *
     * @param columns the columns in Spark's DDL
     * @param box the name of an additional last column that holds bounding boxes, or null
     */
    Kind(String columns, @Nullable String box) {
      this.columns = StructType.fromDDL(columns);
      this.box = box;
    }

    /** Returns the kind with the given name, ignoring case; empty if the name is unknown. */
    static Optional<Kind> of(String name) {
      String upper = name.toUpperCase(Locale.ROOT);
      for (Kind kind : values()) {
        if (kind.name().equals(upper)) {
          return Optional.of(kind);
        }
      }
      return Optional.empty();
    }
  }

  private final Kind kind;
  private final Array array;
  private final BoxStructs boxes;

  MetadataTable(Kind kind, ArrayTable table) {
    this.kind = kind;
    this.array = table.array();
    this.boxes = new BoxStructs(table);
  }

  @Override
  public String name() {
    return array.location() + "." + kind.name().toLowerCase(Locale.ROOT);
  }

  @Override
  @SuppressWarnings("deprecation") // Spark derives columns() from it
  public StructType schema() {
    return kind.box == null ? kind.columns : kind.columns.add(kind.box, boxes.type());
  }

  @Override
  public Set<TableCapability> capabilities() {
    return Set.of(TableCapability.BATCH_READ);
  }

  @Override
  public ScanBuilder newScanBuilder(CaseInsensitiveStringMap options) {
    return () ->
        new LocalScan() {
          @Override
          public StructType readSchema() {
            return schema();
          }

          @Override
          public InternalRow[] rows() {
            return MetadataTable.this.rows().toArray(InternalRow[]::new);
          }
        };
  }

  private List<InternalRow> rows() {
    List<InternalRow> rows = new ArrayList<>();
    switch (kind) {
      case FRAGMENTS -> array.fragments().forEach(fragment -> rows.add(row(fragment)));
      case HISTORY -> array.history().forEach(entry -> rows.add(row(entry)));
      case METADATA ->
          array
              .metadata()
              .forEach(
                  (key, value) -> rows.add(row(key, value.type().toString(), value.toString())));
      case TILES ->
          array
              .fragments()
              .forEach(
                  fragment -> {
                    long[] tile = {0};
                    array
                        .tileBoxes(fragment.name())
                        .forEach(box -> rows.add(row(fragment.name(), tile[0]++, boxes.row(box))));
                  });
    }
    return rows;
  }

  private InternalRow row(FragmentInfo fragment) {
    return row(
        fragment.name(),
        fragment.times().start(),
        fragment.times().end(),
        fragment.formatVersion(),
        fragment.dense(),
        fragment.cells(),
        fragment.tiles(),
        fragment.bytesOnDisk(),
        fragment.schemaName(),
        fragment.nonEmptyDomain().map(boxes::row).orElse(null));
  }

  private static InternalRow row(HistoryEntry entry) {
    String what;
    String detail;
    if (entry instanceof HistoryEntry.SchemaStored stored) {
      what = "schema";
      detail = stored.after().toString();
    } else if (entry instanceof HistoryEntry.FragmentWritten written) {
      what = written.replaces().isEmpty() ? "write" : "consolidation";
      detail = written.fragment().cells() + " cells";
    } else if (entry instanceof HistoryEntry.CellsDeleted deleted) {
      what = "deletion";
      detail = deleted.deleted().orElse("not (" + deleted.kept() + ")");
    } else if (entry instanceof HistoryEntry.MetadataWritten metadata) {
      what = "metadata";
      detail = String.join(", ", metadata.values().keySet());
    } else {
      what = "consolidation";
      detail = ((HistoryEntry.FilesConsolidated) entry).mode().toString();
    }
    return row(entry.name(), entry.times().start(), entry.times().end(), what, detail);
  }

  private static InternalRow row(@Nullable Object... values) {
    Object[] internal = new Object[values.length];
    for (int i = 0; i < values.length; i++) {
      internal[i] = values[i] instanceof String text ? UTF8String.fromString(text) : values[i];
    }
    return new GenericInternalRow(internal);
  }
}
