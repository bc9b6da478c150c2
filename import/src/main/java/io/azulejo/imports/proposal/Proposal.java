package io.azulejo.imports.proposal;

import io.azulejo.ArrayWriter;
import io.azulejo.Azulejo;
import io.azulejo.ChangeOptions;
import io.azulejo.MetadataChange;
import io.azulejo.MetadataValue;
import io.azulejo.query.Batch;
import io.azulejo.query.FixedColumn;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.DimensionLabel;
import io.azulejo.storage.Location;
import io.azulejo.text.input.ValueNotation;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A proposed array for a file. Immutable.
 *
 * @param schema the schema, with filters that fit the first cells
 * @param metadata information in the file about its cells, such as units or a coordinate system
 * @param labels the coordinates of sides of a box
 * @param notes notes for people on the schema, one per line
 * @param cellNotes notes for people on the first cells; {@link ImportCells#notes} covers all cells
 * @param whole whether each cell of a dense array's domain has a row
 * @param notation the notation of numbers and dates in a text
 * @param better options that would distinguish rows if too many share coordinates; empty if the
 *     schema distinguishes them
 * @param reasons the reason for the role of each column, one per line
 */
public record Proposal(
    ArraySchema schema,
    Map<String, MetadataValue> metadata,
    List<CoordinateLabel> labels,
    List<String> notes,
    List<String> cellNotes,
    boolean whole,
    ValueNotation notation,
    String better,
    List<String> reasons) {
  /** Copies lists and maps. */
  public Proposal {
    metadata = Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
    labels = List.copyOf(labels);
    notes = List.copyOf(notes);
    cellNotes = List.copyOf(cellNotes);
    reasons = List.copyOf(reasons);
  }

  /** Returns a proposal with the schema that came with the rows. */
  public static Proposal of(ArraySchema schema, String note) {
    return of(schema, Map.of(), List.of(), note, List.of());
  }

  /** Returns a proposal for a box, with other information in its file. */
  public static Proposal of(
      ArraySchema schema,
      Map<String, MetadataValue> metadata,
      List<CoordinateLabel> labels,
      String note,
      List<String> cellNotes) {
    return new Proposal(
        schema,
        metadata,
        labels,
        List.of(note),
        cellNotes,
        true,
        ValueNotation.USUAL,
        "",
        List.of(note));
  }

  /**
   * Writes metadata and labels to an array that was created with the schema.
   *
   * @throws io.azulejo.error.AzulejoException if they cannot be written
   */
  public void keep(Azulejo azulejo, Location location, ChangeOptions options) {
    if (!metadata.isEmpty()) {
      MetadataChange.Builder change = MetadataChange.builder();
      metadata.forEach(change::put);
      azulejo.array(location).metadata().change(change.build(), options);
    }
    List<DimensionLabel> created =
        labels.isEmpty() ? List.of() : azulejo.open(location).schema().labels();
    for (CoordinateLabel label : labels) {
      FixedColumn values = label.values();
      DimensionLabel kept =
          created.stream().filter(l -> l.name().equals(values.name())).findFirst().orElseThrow();
      try (ArrayWriter out = azulejo.array(location.resolve(kept.uri())).writer()) {
        out.append(Batch.of(label.renamed(kept.attribute()).values()));
        out.commit();
      }
    }
  }
}
