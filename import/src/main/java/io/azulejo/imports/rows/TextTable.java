package io.azulejo.imports.rows;

import io.azulejo.imports.proposal.ImportCells;
import io.azulejo.schema.ArraySchema;
import io.azulejo.text.input.InputField;
import io.azulejo.text.input.InputFormat;
import io.azulejo.text.input.RowFile;
import io.azulejo.text.input.RowOptions;
import io.azulejo.text.read.RowReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongConsumer;

/** A table of text rows. Its profile determines the notation in which the rows are then parsed. */
final class TextTable implements CellTable {
  private final List<? extends RowFile> files;
  private RowOptions format;

  TextTable(List<? extends RowFile> files, RowOptions format) {
    this.files = files;
    this.format = format;
  }

  @Override
  public String name() {
    return RowFile.name(files);
  }

  @Override
  public long size() {
    return files.stream().mapToLong(RowFile::size).sum();
  }

  @Override
  public TableProfile profile(Set<String> enumerated, long max, LongConsumer progress)
      throws IOException {
    TableProfile profile = TableProfiler.profile(files, format, enumerated, max, progress);
    format = format.with(profile.notation());
    return profile;
  }

  @Override
  public boolean provesAllCellsValid(Set<String> enumerated) {
    return format.format() != InputFormat.JSON && enumerated.isEmpty();
  }

  /**
   * {@inheritDoc}
   *
   * <p>Without attributes, the cells still include enumerated attributes, because the profile
   * cannot prove that their cells are valid. Values that an enumeration lacks are accepted: the
   * write adds them.
   */
  @Override
  public ImportCells cells(ArraySchema schema, boolean coordinates, boolean attributes)
      throws IOException {
    boolean table = format.format() != InputFormat.JSON;
    List<InputField> fields = new ArrayList<>();
    if (coordinates) {
      schema.dimensions().forEach(d -> fields.add(InputField.of(d, Optional.empty())));
    }
    schema.attributes().stream()
        .filter(a -> attributes || !table || a.enumeration().isPresent())
        .map(
            a ->
                InputField.of(a, a.enumeration().flatMap(schema::enumeration))
                    .withNewValues(Optional.of(value -> {})))
        .forEach(fields::add);
    RowOptions values = format.withValues();
    RowReader rows =
        attributes
            ? RowReader.open(files, values, fields, List.of())
            : RowReader.openFields(files, values, fields);
    return new RowCells(rows);
  }
}
