package io.azulejo.spark;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.MetadataChange;
import io.azulejo.MetadataValue;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.SchemaEvolution;
import io.azulejo.storage.Location;
import io.azulejo.table.ColumnHint;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.types.DataType;

/**
 * Adds and drops columns together with their hints. A hint is stored before its column is added,
 * and removed after its column is dropped. Readers therefore never see a column without its hint. A
 * hint without a column is harmless.
 */
final class HintChanges {
  private final Azulejo engine;
  private final Location place;

  HintChanges(ArrayOptions options) {
    this.engine = Engines.writing(options);
    this.place = options.location();
  }

  /**
   * Evolves the schema of the array and updates the hints of its columns.
   *
   * @param evolution the columns to add and drop
   * @param added the Spark types of the added columns, by column name
   */
  void evolve(SchemaEvolution evolution, Map<String, DataType> added) {
    Array now = engine.open(place);
    ArraySchema schema = now.schema();
    Map<String, MetadataValue> metadata = now.metadata();
    MetadataChange.Builder before = MetadataChange.builder();
    added.forEach(
        (column, type) -> {
          Optional<ColumnHint> hint = ColumnView.hint(type);
          if (schema.attribute(column).isPresent() || schema.dimension(column).isPresent()) {
            return; // the evolution reports the conflict
          }
          if (hint.isPresent()) {
            ColumnView.put(before, column, hint.get());
          } else if (metadata.containsKey(ColumnHint.key(column))) {
            before.remove(ColumnHint.key(column));
          }
        });
    MetadataChange.Builder after = MetadataChange.builder();
    evolution.droppedAttributes().stream()
        .map(ColumnHint::key)
        .filter(metadata::containsKey)
        .forEach(after::remove);
    engine.array(place).metadata().change(before.build());
    engine.array(place).evolve(evolution);
    engine.array(place).metadata().change(after.build());
  }
}
