package io.tiledb.java.api;

import io.azulejo.ArrayWriter;
import io.azulejo.query.DuplicatePolicy;
import io.azulejo.query.Subarray;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.ArraySchema;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The writes of a query. In global order, all submits together write one fragment, which {@link
 * #finish} commits. In the other orders, each submit commits a fragment.
 */
final class QueryWrite implements AutoCloseable {
  private final Array array;
  private final boolean global;
  private final WriteRequest request;
  private final List<QueryField> fields = new ArrayList<>();
  private final OffsetFormat format;
  private final List<String> fragments = new ArrayList<>();
  private @Nullable ArrayWriter writer;
  private boolean finished;
  private boolean failed;

  /**
   * Creates the writes of a query, without writing anything.
   *
   * @param region the part of a dense array to write; ignored for a sparse array
   * @throws TileDBError if the array cannot be written in the order
   */
  QueryWrite(Array array, Layout layout, Subarray region, Config config) throws TileDBError {
    this.array = array;
    this.global = layout == Layout.TILEDB_GLOBAL_ORDER;
    this.format = OffsetFormat.of(config);
    ArraySchema schema = array.toEngine().schema();
    boolean ordered = layout == Layout.TILEDB_ROW_MAJOR || layout == Layout.TILEDB_COL_MAJOR;
    if (!global && ordered != schema.isDense()) {
      throw new TileDBError(
          "a %s array cannot be written in %s order; use %s or global order"
              .formatted(
                  schema.isDense() ? "dense" : "sparse",
                  Stored.text(layout),
                  schema.isDense() ? "row-major, column-major" : "unordered"));
    }
    WriteRequest order =
        WriteRequest.DEFAULT.layout(Stored.layout(layout)).duplicates(duplicates(config));
    if (schema.isDense()) {
      this.request = order.subarray(region);
    } else {
      this.request = order;
      schema.dimensions().forEach(dimension -> fields.add(QueryField.of(dimension)));
    }
    schema.attributes().forEach(attribute -> fields.add(QueryField.of(attribute)));
  }

  private static DuplicatePolicy duplicates(Config config) throws TileDBError {
    boolean refuse = config.flag("sm.check_coord_dups") && !config.flag("sm.dedup_coords");
    return refuse ? DuplicatePolicy.REFUSE : DuplicatePolicy.KEEP_LAST;
  }

  /** Writes the cells in the buffers. The buffers can be changed afterwards. */
  void submit(QueryBuffers buffers) throws TileDBError {
    requireIntact();
    if (finished) {
      throw new TileDBError("the write is finalized; create a new query to write more cells");
    }
    List<WriteBuffers> labels = labels(buffers);
    boolean onlyLabels = !labels.isEmpty() && labels.size() == buffers.fields().size();
    WriteBuffers cells = onlyLabels ? null : new WriteBuffers(fields, buffers, format);
    ArrayWriter out = writer == null ? open() : writer;
    boolean written = false;
    try {
      for (WriteBuffers label : labels) {
        label.forEach(batch -> out.appendLabels(batch.column(0)));
      }
      if (cells != null) {
        cells.forEach(out::append);
      }
      if (!global) {
        fragments.addAll(out.commit());
      }
      written = true;
    } finally {
      failed = global && !written;
      if (!global || !written) {
        writer = null;
        out.close();
      }
    }
  }

  /**
   * Returns the buffers of each label that has buffers.
   *
   * @throws TileDBError if buffers are set for something that cannot be written
   */
  private List<WriteBuffers> labels(QueryBuffers buffers) throws TileDBError {
    List<WriteBuffers> labels = new ArrayList<>();
    for (String name : buffers.fields().keySet()) {
      if (fields.stream().noneMatch(field -> field.name().equals(name))) {
        QueryField label =
            array.toEngine().schema().labels().stream()
                .filter(known -> known.name().equals(name))
                .findFirst()
                .map(QueryField::of)
                .orElseThrow(
                    () ->
                        new TileDBError(
                            "\"%s\" cannot be written; remove its buffers".formatted(name)));
        labels.add(new WriteBuffers(List.of(label), buffers, format));
      }
    }
    return labels;
  }

  private ArrayWriter open() throws TileDBError {
    writer = array.handleForChanges().writer(request, array.changeOptions());
    return writer;
  }

  private void requireIntact() throws TileDBError {
    if (failed) {
      throw new TileDBError("a submit of this write has failed; create a new query");
    }
  }

  /** Commits the cells of all submits in global order. In other orders, does nothing. */
  void finish() throws TileDBError {
    requireIntact();
    ArrayWriter out = writer;
    finished = finished || global;
    if (out != null) {
      writer = null;
      try (out) {
        fragments.addAll(out.commit());
      }
    }
  }

  /** Returns the names of the fragments that were committed. */
  List<String> fragments() {
    return fragments;
  }

  /** Deletes the cells that were not committed. */
  @Override
  public void close() {
    ArrayWriter out = writer;
    writer = null;
    if (out != null) {
      out.close();
    }
  }
}
