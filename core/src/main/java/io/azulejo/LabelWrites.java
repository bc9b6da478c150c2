package io.azulejo;

import io.azulejo.error.CommitUnknownException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.Suggestion;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.read.label.LabelArray;
import io.azulejo.internal.runtime.Cleanup;
import io.azulejo.internal.snapshot.Commit;
import io.azulejo.internal.snapshot.WritableArray;
import io.azulejo.internal.write.CellWriter;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.Subarray;
import io.azulejo.query.VarColumn;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.DimensionLabel;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * The dimension labels of one write. Each label is a separate array, and therefore a separate
 * commit. Not safe for use by several threads.
 */
final class LabelWrites implements AutoCloseable {
  private final WritableArray array;
  private final Subarray part;
  private final Function<Location, WritableArray> opening;
  private final BiFunction<WritableArray, WriteRequest, CellWriter> writing;
  private final Map<String, LabelWrite> writes = new LinkedHashMap<>();

  /**
   * Creates a write without labels.
   *
   * @param array the array with the labels
   * @param part the part of the array that the write fills
   * @param opening opens a label array
   * @param writing starts a write to a label array
   */
  LabelWrites(
      WritableArray array,
      Subarray part,
      Function<Location, WritableArray> opening,
      BiFunction<WritableArray, WriteRequest, CellWriter> writing) {
    this.array = array;
    this.part = part;
    this.opening = opening;
    this.writing = writing;
  }

  /** The write of one label. */
  private static final class LabelWrite {
    final DimensionLabel label;
    final Optional<Range> coordinates;
    final WritableArray array;
    final CellWriter cells;
    List<FragmentName> finished = List.of();

    LabelWrite(
        DimensionLabel label, Optional<Range> coordinates, WritableArray array, CellWriter cells) {
      this.label = label;
      this.coordinates = coordinates;
      this.array = array;
      this.cells = cells;
    }

    /** Runs an action, and adds the name of the label to the message of its failure. */
    void run(Runnable action) {
      try {
        action.run();
      } catch (InvalidRequestException e) {
        throw new InvalidRequestException(
            "label \"%s\": %s".formatted(label.name(), e.getMessage()),
            array.location().toString(),
            e);
      }
    }
  }

  /** Returns whether no labels were added. */
  boolean isEmpty() {
    return writes.isEmpty();
  }

  /**
   * Adds labels.
   *
   * @param coordinates the coordinates with labels; empty for the part that the write fills
   * @param labels the labels of the next coordinates; its name is the name of the label
   */
  void append(Optional<Range> coordinates, Column labels) {
    LabelWrite write = writes.get(labels.name());
    if (write == null) {
      write = begin(label(labels.name()), coordinates);
      writes.put(labels.name(), write);
    } else if (coordinates.isPresent() && !coordinates.equals(write.coordinates)) {
      throw new InvalidRequestException(
          "label \"%s\": this write already has labels of %s; write the labels of %s separately"
              .formatted(
                  labels.name(),
                  write.coordinates.map(Range::toString).orElse("its whole part"),
                  coordinates.get()));
    }
    CellWriter cells = write.cells;
    Batch batch = Batch.of(renamed(labels, write.label.attribute()));
    write.run(() -> cells.append(batch));
  }

  private DimensionLabel label(String name) {
    List<DimensionLabel> labels = array.schema().schema().labels();
    List<String> names = labels.stream().map(DimensionLabel::name).toList();
    return labels.stream()
        .filter(label -> label.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new InvalidRequestException(
                    "the array has no dimension label \"%s\"; %s%s"
                        .formatted(name, Suggestion.valid(names), Suggestion.hint(name, names)),
                    array.location().toString()));
  }

  private LabelWrite begin(DimensionLabel label, Optional<Range> coordinates) {
    Location location = LabelArray.location(array.location(), label);
    WritableArray own = opening.apply(location);
    ArraySchema schema = own.schema().schema();
    Dimension labeled = array.schema().schema().dimensions().get(label.dimension());
    LabelArray.requireFits(schema, location, label, labeled);
    String dimension = schema.dimensions().get(0).name();
    List<Range> ranges = coordinates.map(List::of).orElseGet(() -> labeledPart(label, labeled));
    WriteRequest request = WriteRequest.DEFAULT.subarray(Subarray.ALL.and(dimension, ranges));
    return new LabelWrite(label, coordinates, own, writing.apply(own, request));
  }

  /** Returns the ranges of the labeled dimension that the write fills; empty for its domain. */
  private List<Range> labeledPart(DimensionLabel label, Dimension labeled) {
    List<Range> current =
        array.schema().schema().currentDomain().stream()
            .map(box -> box.get(label.dimension()))
            .toList();
    return part.ranges().getOrDefault(labeled.name(), current);
  }

  private static Column renamed(Column column, String name) {
    byte[] validity = column.validityArray().orElse(null);
    return column instanceof VarColumn texts
        ? new VarColumn(
            name, texts.type(), texts.rows(), texts.offsetArray(), texts.array(), validity)
        : new FixedColumn(
            name,
            column.type(),
            ((FixedColumn) column).valuesPerCell(),
            column.rows(),
            column.array(),
            validity);
  }

  /** Completes the files of all labels, without committing them. */
  void finish() {
    for (LabelWrite write : writes.values()) {
      write.run(() -> write.finished = write.cells.finish());
    }
  }

  /**
   * Commits the labels, each on its own. If a commit fails, the labels before it are committed, and
   * the labels after it are not.
   */
  void commit() {
    for (Iterator<LabelWrite> rest = writes.values().iterator(); rest.hasNext(); rest.remove()) {
      LabelWrite next = rest.next();
      try {
        if (!next.finished.isEmpty()) {
          Commit.fragments(next.array, next.finished);
        }
      } catch (CommitUnknownException e) {
        rest.remove(); // these labels may be committed, so nothing may delete their files
        throw e;
      }
    }
  }

  /** Deletes the labels that were not committed. */
  @Override
  public void close() {
    List<Runnable> closing = new ArrayList<>();
    writes.values().forEach(write -> closing.add(write.cells::close));
    Cleanup.runAll(closing);
  }
}
