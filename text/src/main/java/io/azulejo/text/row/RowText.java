package io.azulejo.text.row;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.text.input.InputFormat;
import io.azulejo.text.input.LayoutFinder;
import io.azulejo.text.input.RowOptions;
import io.azulejo.text.input.TableLayout;
import io.azulejo.text.input.TextDialect;
import io.azulejo.text.value.Decompression;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PushbackReader;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The decompressed and decoded text of a file, positioned at its first row.
 *
 * @param parser parser of the rows, which owns the stream
 * @param charset encoding of the text
 * @param notes user-facing notes on how the file was interpreted
 */
public record RowText(RowParser parser, Charset charset, List<String> notes) {
  private static final char MARK = '\ufeff';

  /**
   * Opens the text of a file. If this fails, the caller must close the stream.
   *
   * @param before number of wide rows in previous files
   */
  public static RowText open(InputStream in, RowOptions options, long before) throws IOException {
    List<String> notes = new ArrayList<>();
    BufferedInputStream bytes = new BufferedInputStream(Decompression.of(in), LayoutFinder.HEAD);
    TextDialect dialect = options.dialect();
    Charset charset =
        dialect.charset().isEmpty() && dialect.finder().isPresent()
            ? charset(bytes, dialect.finder().get(), notes)
            : dialect.charset().orElse(StandardCharsets.UTF_8);
    Reader text = skipByteOrderMark(strict(bytes, charset), charset);
    if (options.format() == InputFormat.JSON && options.dialect().melting().isPresent()) {
      throw new InvalidRequestException("--melt and --matrix are only for csv and tsv");
    }
    RowParser parser =
        options.format() == InputFormat.JSON
            ? new JsonRowParser(text)
            : table(text, options, charset, notes, before);
    return new RowText(parser, charset, notes);
  }

  /** Skips a leading byte order mark. */
  private static Reader skipByteOrderMark(Reader text, Charset charset) throws IOException {
    PushbackReader unmarked = new PushbackReader(text);
    try {
      int first = unmarked.read();
      if (first >= 0 && first != MARK) {
        unmarked.unread(first);
      }
      return unmarked;
    } catch (CharacterCodingException e) {
      throw invalidBytes(charset);
    }
  }

  private static InvalidRequestException invalidBytes(Charset charset) {
    return new InvalidRequestException(
        "the first lines contain bytes that are not valid " + charset);
  }

  private static Charset charset(BufferedInputStream in, LayoutFinder finder, List<String> notes)
      throws IOException {
    in.mark(LayoutFinder.HEAD);
    byte[] head = in.readNBytes(LayoutFinder.HEAD);
    in.reset();
    Charset charset = finder.charset(head);
    if (!charset.name().startsWith("UTF")) {
      notes.add(
          "the file is not UTF-8, and is read as %s; use --encoding to change this"
              .formatted(charset));
    }
    return charset;
  }

  /** Returns a reader that rejects bytes that are not valid in the encoding. */
  private static Reader strict(InputStream in, Charset charset) {
    return new InputStreamReader(
        in,
        charset
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT));
  }

  private static RowParser table(
      Reader text, RowOptions options, Charset charset, List<String> notes, long before)
      throws IOException {
    boolean tabs = options.format() == InputFormat.TSV;
    TextDialect dialect = options.dialect();
    if (dialect.finder().isEmpty()) {
      char separator = tabs ? '\t' : dialect.separator().orElse(',');
      return parser(text, TableLayout.strict(separator), options, before);
    }
    BufferedReader lines = new BufferedReader(text, LayoutFinder.HEAD);
    try {
      TableLayout head =
          dialect
              .finder()
              .get()
              .layout(lines, options.format(), tabs ? dialect.with(Optional.of('\t')) : dialect);
      lines.skip(head.characters());
      notes.addAll(head.notes());
      return parser(lines, head, options, before);
    } catch (CharacterCodingException e) {
      throw invalidBytes(charset);
    }
  }

  private static RowParser parser(Reader in, TableLayout head, RowOptions options, long before)
      throws IOException {
    RowParser rows = rows(in, head, options);
    return options.dialect().melting().isEmpty()
        ? rows
        : new MeltedRowParser(rows, head, options.dialect().melting().get(), before);
  }

  /** Returns the parser for the rows of a table as they are written, without melting. */
  public static RowParser rows(Reader in, TableLayout head, RowOptions options) throws IOException {
    if (options.format() == InputFormat.TSV) {
      return new TsvRowParser(in, head, options.nullWord());
    }
    if (head.separator() == TextDialect.FIXED) {
      return new FixedRowParser(in, head, options.nullWord());
    }
    return head.separator() == TextDialect.BLANKS
        ? new BlankRowParser(in, head, options.nullWord())
        : new CsvRowParser(in, head, options.nullWord());
  }
}
