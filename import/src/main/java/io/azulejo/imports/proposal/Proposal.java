package io.azulejo.imports.proposal;

import io.azulejo.ArrayWriter;
import io.azulejo.Azulejo;
import io.azulejo.ChangeOptions;
import io.azulejo.MetadataChange;
import io.azulejo.MetadataValue;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.storage.Location;
import io.azulejo.text.input.ValueNotation;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A proposed array for a file. Immutable.
 *
 * @param schema schema of the array, with filters chosen by trying them on the first cells
 * @param metadata array metadata from the file, such as units or a coordinate system
 * @param labels coordinates along the dimensions of a grid, at most one label per dimension
 * @param notes messages for the user about the schema
 * @param cellNotes messages for the user about the first cells; {@link ImportCells#notes} covers
 *     all cells
 * @param whole false if the array is dense and some cells of its domain have no row
 * @param notation notation of numbers and dates in a text file
 * @param better command-line options that avoid repeated coordinates, such as {@code --dense};
 *     empty unless too many rows share coordinates
 * @param reasons for a table, one line per column with its type and role; for a grid, its note
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
  /** Creates a proposal and copies the lists and the map. */
  public Proposal {
    metadata = Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
    labels = List.copyOf(labels);
    notes = List.copyOf(notes);
    cellNotes = List.copyOf(cellNotes);
    reasons = List.copyOf(reasons);
  }

  /**
   * Returns a proposal for rows that come with their own schema.
   *
   * @param schema schema of the array
   * @param note message for the user about the schema
   */
  public static Proposal of(ArraySchema schema, String note) {
    return of(schema, Map.of(), List.of(), note, List.of());
  }

  /**
   * Returns a proposal for a grid.
   *
   * @param schema schema of the array
   * @param metadata array metadata from the file
   * @param labels coordinates along the dimensions
   * @param note message for the user about the schema
   * @param cellNotes messages for the user about the first cells
   */
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
   * Writes the metadata and the labels to an array that was created with the proposed schema. Each
   * of them is a separate commit.
   *
   * @param azulejo the engine that writes
   * @param location location of the array
   * @param options options for writing the metadata and the labels
   * @throws io.azulejo.error.AzulejoException if the metadata or a label cannot be written
   */
  public void keep(Azulejo azulejo, Location location, ChangeOptions options) {
    if (!metadata.isEmpty()) {
      MetadataChange.Builder change = MetadataChange.builder();
      metadata.forEach(change::put);
      azulejo.array(location).metadata().change(change.build(), options);
    }
    if (!labels.isEmpty()) {
      try (ArrayWriter out = azulejo.array(location).writer(WriteRequest.DEFAULT, options)) {
        labels.forEach(label -> out.appendLabels(label.values()));
        out.commit();
      }
    }
  }
}
