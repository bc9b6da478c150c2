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

/** Reads the rows of one or several files as batches. Files are read once, in order. */
public final class RowReader implements Closeable {
  private final BatchBuilder batches;
  private final RowFeed rows;

  private RowReader(List<? extends RowFile> files, RowOptions options, BatchBuilder batches)
      throws IOException {
    this.batches = batches;
    rows = new RowFeed(files, options, batches, Long.MAX_VALUE);
  }

  /**
   * Opens a file whose columns are exactly the given fields, in any order.
   *
   * @param name name of the file for messages
   */
  public static RowReader open(
      String name, InputStream in, RowOptions options, List<InputField> fields) throws IOException {
    return open(name, in, options, fields, List.of());
  }

  /**
   * Opens a file whose columns are exactly the given fields, in any order. Some fields are
   * optional.
   *
   * @param optional fields that the file contains either completely or not at all; the last columns
   *     of a batch
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
   * Opens several files with the same columns.
   *
   * @param optional fields that the files contain either completely or not at all; the last columns
   *     of a batch
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

  /**
   * Opens a file and reads only the given fields. Other columns of tables are skipped without
   * parsing.
   */
  public static RowReader openFields(
      String name, InputStream in, RowOptions options, List<InputField> fields) throws IOException {
    return openFields(List.of(RowFile.of(name, in)), options, fields);
  }

  /** Opens several files with the same columns and reads only the given fields. */
  public static RowReader openFields(
      List<? extends RowFile> files, RowOptions options, List<InputField> fields)
      throws IOException {
    BatchBuilder rows = new BatchBuilder(fields, List.of(), options, true);
    return new RowReader(files, options, rows);
  }

  /**
   * Returns the next rows.
   *
   * @return null at the end or after an invalid row; call {@link #check} to tell them apart
   */
  public Batch next() throws IOException {
    while (rows.isValid() && rows.advance()) {
      if (batches.isFull(rows.ahead()) && rows.isValid()) {
        return batches.take();
      }
    }
    return rows.isValid() && batches.rows() > 0 ? batches.take() : null;
  }

  /**
   * Reports invalid rows. If a row was invalid, reads the rest of the current file to count them,
   * and throws. The message says that nothing was written, so the caller must write nothing.
   *
   * @throws InvalidRequestException if rows are invalid; its message lists the first ones
   */
  public void check() throws IOException {
    check("; nothing was written");
  }

  /**
   * Reports invalid rows like {@link #check}, with a message for callers that do not write.
   *
   * @throws InvalidRequestException if rows are invalid
   */
  public void checkRead() throws IOException {
    check("");
  }

  private void check(String so) throws IOException {
    if (rows.isValid()) {
      return;
    }
    while (rows.advance()) {
      if (batches.isFull(rows.ahead())) {
        batches.clear();
      }
    }
    throw rows.failure(so);
  }

  /**
   * Returns whether the files contain the optional fields. The result is valid after the first
   * batch.
   */
  public boolean hasOptional() {
    return batches.isWhole();
  }

  /** Returns the number of rows read so far. */
  public long rows() {
    return rows.rows();
  }

  /** Returns the number of bytes read from the files so far, before decompression. */
  public long bytes() {
    return rows.bytes();
  }

  @Override
  public void close() throws IOException {
    rows.close();
  }
}
