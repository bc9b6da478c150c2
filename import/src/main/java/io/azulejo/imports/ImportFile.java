package io.azulejo.imports;

import io.azulejo.Array;
import io.azulejo.ArrayWriter;
import io.azulejo.Azulejo;
import io.azulejo.ChangeOptions;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.imports.grid.GridFile;
import io.azulejo.imports.proposal.ImportCells;
import io.azulejo.imports.proposal.ImportOptions;
import io.azulejo.imports.proposal.Proposal;
import io.azulejo.imports.rows.FileHead;
import io.azulejo.imports.rows.RowCells;
import io.azulejo.imports.rows.SchemaInference;
import io.azulejo.imports.source.FileKind;
import io.azulejo.imports.source.FileReading;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.MissingCells;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Datatype;
import io.azulejo.storage.Location;
import io.azulejo.text.input.DateForm;
import io.azulejo.text.input.InputFormat;
import io.azulejo.text.input.RowFile;
import io.azulejo.text.input.RowOptions;
import io.azulejo.text.input.TextDialect;
import io.azulejo.text.input.ValueNotation;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * A local file to be imported as an array. There are two kinds of files:
 *
 * <ul>
 *   <li>Grids become dense arrays of the same shape. Grids are NumPy arrays (npy, npz), variables
 *       of NetCDF and HDF5 files, images (PNG, JPEG, GIF, TIFF), and ASCII grids. They are
 *       recognized by their first bytes.
 *   <li>Tables become sparse arrays over a key, or dense arrays over the row number. Tables are
 *       CSV, TSV and JSON files, which may be compressed. The file extension decides the format. If
 *       the extension is not known, the first bytes decide.
 * </ul>
 *
 * <p>{@link #create} creates the array in one step. To inspect or change the schema first, call
 * {@link #propose}, create the array, and write the {@link #cells}. HDF5 needs jHDF on the class
 * path. Each method reads the file again. Methods throw {@link InvalidRequestException} if the file
 * is damaged, or if it declares more data than a file of its size can hold. Instances are immutable
 * and thread-safe.
 */
public final class ImportFile {
  private final LocalRows file;
  private final ImportOptions options;
  private final Optional<GridFile> grid;
  private final RowOptions text; // used only for tables

  private ImportFile(LocalRows file, ImportOptions options) throws IOException {
    this.file = file;
    this.options = options;
    byte[] head = FileKind.head(file);
    this.grid = GridFile.of(file, head, options.arrays());
    Optional<FileKind> other = grid.isPresent() ? Optional.empty() : FileKind.of(head);
    if (other.isPresent()) {
      throw new InvalidRequestException(
          "%s is %s; %s".formatted(file.name(), other.get().name(), other.get().advice()));
    }
    Optional<InputFormat> format = InputFormat.of(file.name()).or(() -> FileKind.text(head));
    if (grid.isEmpty() && format.isEmpty()) {
      throw new InvalidRequestException(file.name() + " is binary, in an unknown format");
    }
    this.text = guessed(format.orElse(InputFormat.CSV));
  }

  /** Returns options that detect the text dialect and the notation of numbers and dates. */
  private static RowOptions guessed(InputFormat format) {
    return new RowOptions(
        format,
        "",
        false,
        new ValueNotation(DateForm.GUESS, false),
        new TextDialect(
            Optional.empty(),
            Optional.empty(),
            Optional.of(FileHead.FINDER),
            Optional.empty(),
            0,
            Optional.empty()));
  }

  /** A local file that can be read repeatedly. */
  private record LocalRows(Path path) implements RowFile {
    @Override
    public String name() {
      return path.toString();
    }

    @Override
    public InputStream open() throws IOException {
      return new BufferedInputStream(Files.newInputStream(path));
    }

    @Override
    public long size() {
      try {
        return Files.size(path);
      } catch (IOException e) {
        return 0;
      }
    }
  }

  /**
   * Recognizes the format of a file and selects default options. The result holds no open file.
   *
   * @param file path of the file
   * @throws InvalidRequestException if the format is not supported
   * @throws IOException if the file cannot be read
   */
  public static ImportFile of(Path file) throws IOException {
    return of(file, ImportOptions.DEFAULT);
  }

  /**
   * Recognizes the format of a file. The result holds no open file.
   *
   * @param file path of the file
   * @param options options for the schema that {@link #propose} returns
   * @throws InvalidRequestException if the format is not supported
   * @throws IOException if the file cannot be read
   */
  public static ImportFile of(Path file, ImportOptions options) throws IOException {
    return new ImportFile(new LocalRows(file), options);
  }

  /**
   * Proposes a schema for the file. For a grid, the schema follows from the shape and types in the
   * file. For a table, it is inferred from the values in the columns.
   *
   * @throws InvalidRequestException if the file is damaged or has no rows, or if the options do not
   *     fit it
   * @throws IOException if the file cannot be read
   */
  public Proposal propose() throws IOException {
    return grid.isPresent()
        ? grid.get().describe(options.dimensions())
        : FileReading.ofRows(
            file.name(),
            () -> new SchemaInference(List.of(file), text, options, (done, all) -> {}).find());
  }

  /**
   * Opens the cells of the file for reading. The caller must close the result.
   *
   * @param proposal a proposal for this file; its schema may be replaced by one with the same
   *     fields
   * @throws InvalidRequestException if the file is damaged, or if its columns do not match the
   *     fields of the schema
   * @throws IOException if the file cannot be read
   */
  public ImportCells cells(Proposal proposal) throws IOException {
    return grid.isPresent()
        ? grid.get().open()
        : RowCells.open(
            List.of(file),
            text.with(proposal.notation()).withValues(),
            proposal.schema(),
            name -> proposal.schema().enumeration(name).orElseThrow(),
            Map.of());
  }

  /**
   * Creates an array with the proposed schema and writes all cells in one fragment. Other
   * information in the file becomes metadata and dimension labels. If the import fails after the
   * array was created, the array remains, without cells.
   *
   * @param azulejo the engine that creates and opens the array
   * @param location location of the new array
   * @return a snapshot of the array that includes the cells
   * @throws io.azulejo.error.AlreadyExistsException if an array or group exists at the location
   * @throws InvalidRequestException if the file is damaged, or if the array is dense and some of
   *     its cells have no row
   * @throws IOException if the file cannot be read
   */
  public Array create(Azulejo azulejo, Location location) throws IOException {
    Proposal proposal = propose();
    azulejo.create(location, proposal.schema());
    proposal.keep(azulejo, location, ChangeOptions.DEFAULT);
    FileReading.ofRows(
        file.name(),
        () -> {
          try (ImportCells cells = cells(proposal)) {
            write(azulejo, location, proposal.schema(), cells);
          }
          return null;
        });
    return azulejo.open(location);
  }

  private void write(Azulejo azulejo, Location location, ArraySchema schema, ImportCells cells)
      throws IOException {
    Batch first = cells.next();
    boolean numbered = grid.isEmpty() && schema.isDense() && !cells.hasCoordinates();
    WriteRequest request =
        grid.isPresent()
            ? WriteRequest.DEFAULT.layout(cells.layout())
            : schema.isDense()
                ? WriteRequest.DEFAULT.missingInBox(MissingCells.REFUSED)
                : WriteRequest.DEFAULT;
    try (ArrayWriter out = azulejo.array(location).writer(request)) {
      long row = 0;
      for (Batch batch = first; batch != null; batch = cells.next()) {
        out.append(numbered ? numbered(batch, schema.dimensions().get(0).name(), row) : batch);
        row += batch.rows();
      }
      cells.check();
      out.commit();
    }
  }

  /**
   * Adds a column of row numbers to a batch.
   *
   * @param name name of the new column
   * @param first row number of the first row
   */
  private static Batch numbered(Batch rows, String name, long first) {
    List<Column> columns = new ArrayList<>(rows.columns());
    columns.add(
        Column.of(name, Datatype.INT64, LongStream.range(first, first + rows.rows()).toArray()));
    return Batch.of(rows.rows(), columns);
  }
}
