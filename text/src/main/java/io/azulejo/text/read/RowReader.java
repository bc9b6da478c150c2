package io.azulejo.text.read;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.Batch;
import io.azulejo.text.input.InputField;
import io.azulejo.text.input.RowFile;
import io.azulejo.text.input.RowOptions;
import io.azulejo.text.row.BatchBuilder;
import io.azulejo.text.row.RowFeed;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/** Rows of a file, or of several files one after the other, read once from beginning to end. */
public final class RowReader implements Closeable {
  private final BatchBuilder batches;
  private final RowFeed rows;

  private RowReader(List<? extends RowFile> files, RowOptions options, BatchBuilder batches)
      throws IOException {
    this.batches = batches;
    rows = new RowFeed(files, options, batches, Long.MAX_VALUE);
  }

  /**
   * The rows of a file as cells of these fields.
   *
   * @param name the file's name for messages
   */
  public static RowReader open(
      String name, InputStream in, RowOptions options, List<InputField> fields) throws IOException {
    return open(name, in, options, fields, List.of());
  }

  /**
   * The same, with fields that come all or not at all.
   *
   * @param optional the fields that may be left out; the last ones of a batch
   */
  public static RowReader open(
      String name,
      InputStream in,
      RowOptions options,
      List<InputField> fields,
      List<InputField> optional)
      throws IOException {
    return open(List.of(RowFile.of(name, in)), options, fields, optional);
  }

  /**
   * The rows of several files, of the same columns each.
   *
   * @param optional fields that come all or not at all; the last ones of a batch
   */
  public static RowReader open(
      List<? extends RowFile> files,
      RowOptions options,
      List<InputField> fields,
      List<InputField> optional)
      throws IOException {
    BatchBuilder rows = new BatchBuilder(fields, optional, options, false);
    return new RowReader(files, options, rows);
  }

  /** Only these fields; other columns of tables are passed over, whatever their cells are. */
  public static RowReader openSome(
      String name, InputStream in, RowOptions options, List<InputField> fields) throws IOException {
    return openSome(List.of(RowFile.of(name, in)), options, fields);
  }

  /** The same of several files, of the same columns each. */
  public static RowReader openSome(
      List<? extends RowFile> files, RowOptions options, List<InputField> fields)
      throws IOException {
    BatchBuilder rows = new BatchBuilder(fields, List.of(), options, true);
    return new RowReader(files, options, rows);
  }

  /**
   * The next rows.
   *
   * @return null when there are no more, or when a bad row came: see {@link #check}
   */
  public Batch next() throws IOException {
    while (rows.isGood() && rows.advance()) {
      if (batches.isFull(rows.ahead()) && rows.isGood()) {
        return batches.take();
      }
    }
    return rows.isGood() && batches.rows() > 0 ? batches.take() : null;
  }

  /**
   * Reads on to the end of the file if there was a bad row, to know how many there are: then
   * nothing is to be written.
   *
   * @throws InvalidRequestException if rows were bad; it names the first ones
   */
  public void check() throws IOException {
    check(", and nothing was written");
  }

  /** The same where nothing was to be written. */
  public void checkRead() throws IOException {
    check("");
  }

  private void check(String so) throws IOException {
    if (rows.isGood()) {
      return;
    }
    while (rows.advance()) {
      if (batches.isFull(rows.ahead())) {
        batches.clear();
      }
    }
    throw rows.failure(so);
  }

  /** Whether the fields that may be left out are there; known after the first rows came. */
  public boolean hasOptional() {
    return batches.isWhole();
  }

  /** The rows so far. */
  public long rows() {
    return rows.rows();
  }

  /** The bytes of the files so far. */
  public long bytes() {
    return rows.bytes();
  }

  @Override
  public void close() throws IOException {
    rows.close();
  }
}
