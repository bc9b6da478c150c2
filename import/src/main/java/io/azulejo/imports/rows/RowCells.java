package io.azulejo.imports.rows;

import io.azulejo.imports.proposal.ImportCells;
import io.azulejo.query.Batch;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Enumeration;
import io.azulejo.schema.Range;
import io.azulejo.text.input.InputField;
import io.azulejo.text.input.RowFile;
import io.azulejo.text.input.RowOptions;
import io.azulejo.text.read.RowReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Reads rows of text as cells of an array.
 *
 * @param rows the reader, which is closed with this object
 */
public record RowCells(RowReader rows) implements ImportCells {
  /**
   * Opens files as cells of an array. Files for a dense array may lack the coordinates.
   *
   * @param enumerations returns the enumeration of a given name
   * @param newValues receivers of values that an enumeration lacks, by attribute name; other
   *     attributes reject such values
   */
  public static RowCells open(
      List<? extends RowFile> files,
      RowOptions options,
      ArraySchema schema,
      Function<String, Enumeration> enumerations,
      Map<String, Consumer<byte[]>> newValues)
      throws IOException {
    List<InputField> dimensions = new ArrayList<>();
    for (int d = 0; d < schema.dimensions().size(); d++) {
      int index = d;
      Dimension dimension = schema.dimensions().get(d);
      Optional<Range> domain =
          schema.currentDomain().map(box -> box.get(index)).or(dimension::domain);
      dimensions.add(InputField.of(dimension, domain.filter(r -> !(r instanceof Range.Strings))));
    }
    List<InputField> fields = new ArrayList<>(schema.isDense() ? List.of() : dimensions);
    for (Attribute attribute : schema.attributes()) {
      fields.add(
          InputField.of(attribute, attribute.enumeration().map(enumerations))
              .withNewValues(Optional.ofNullable(newValues.get(attribute.name()))));
    }
    return new RowCells(
        RowReader.open(files, options, fields, schema.isDense() ? dimensions : List.of()));
  }

  @Override
  public Batch next() throws IOException {
    return rows.next();
  }

  @Override
  public void check() throws IOException {
    rows.check();
  }

  @Override
  public boolean hasCoordinates() {
    return rows.hasOptional();
  }

  @Override
  public long bytes() {
    return rows.bytes();
  }

  @Override
  public void close() throws IOException {
    rows.close();
  }
}
