package io.azulejo.text.input;

import io.azulejo.error.InvalidRequestException;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackReader;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The text of a file, unpacked and decoded, at the beginning of its rows.
 *
 * @param parser the rows
 * @param charset the encoding
 * @param notes what people should know of how the file is understood
 */
record RowText(RowParser parser, Charset charset, List<String> notes) {
  private static final char MARK = '\ufeff';

  /** Begins to read a file, whose stream stays open if that fails. */
  static RowText open(InputStream in, RowReader.Options options, long before) throws IOException {
    List<String> notes = new ArrayList<>();
    BufferedInputStream bytes = new BufferedInputStream(Unpacked.of(in), FileHead.SIZE);
    Charset charset =
        options.dialect().charset().isPresent()
            ? options.dialect().charset().get()
            : charset(bytes, notes);
    Reader text = afterMark(FileHead.strict(bytes, charset), charset);
    if (options.format() == InputFormat.JSON && options.dialect().melting().isPresent()) {
      throw new InvalidRequestException("--melt and --matrix go with csv and tsv");
    }
    RowParser parser =
        options.format() == InputFormat.JSON
            ? new JsonRowParser(text)
            : table(text, options, charset, notes, before);
    return new RowText(parser, charset, notes);
  }

  /** The text without the byte order mark that it may begin with. */
  private static Reader afterMark(Reader text, Charset charset) throws IOException {
    PushbackReader unmarked = new PushbackReader(text);
    try {
      int first = unmarked.read();
      if (first >= 0 && first != MARK) {
        unmarked.unread(first);
      }
      return unmarked;
    } catch (CharacterCodingException e) {
      throw notOf(charset);
    }
  }

  private static InvalidRequestException notOf(Charset charset) {
    return new InvalidRequestException(
        "among the first lines there are bytes that are not " + charset);
  }

  private static Charset charset(BufferedInputStream in, List<String> notes) throws IOException {
    in.mark(FileHead.SIZE);
    byte[] head = in.readNBytes(FileHead.SIZE);
    in.reset();
    Charset charset = FileHead.charset(head);
    if (charset == FileHead.WINDOWS) {
      notes.add("texts are not UTF-8, but windows-1252; --encoding says otherwise");
    }
    return charset;
  }

  private static RowParser table(
      Reader text, RowReader.Options options, Charset charset, List<String> notes, long before)
      throws IOException {
    boolean tabs = options.format() == InputFormat.TSV;
    TextDialect dialect = options.dialect();
    if (!dialect.preamble()) {
      char separator = tabs ? '\t' : dialect.separator().orElse(',');
      return parser(text, FileHead.Lines.strict(separator), options, before);
    }
    BufferedReader lines = new BufferedReader(text, FileHead.SIZE);
    try {
      FileHead.Lines head = FileHead.lines(lines, tabs ? dialect.with(Optional.of('\t')) : dialect);
      lines.skip(head.characters());
      notes.addAll(head.notes());
      return parser(lines, head, options, before);
    } catch (CharacterCodingException e) {
      throw notOf(charset);
    }
  }

  private static RowParser parser(
      Reader in, FileHead.Lines head, RowReader.Options options, long before) throws IOException {
    RowParser rows = rows(in, head, options);
    return options.dialect().melting().isEmpty()
        ? rows
        : new MeltedRowParser(rows, head, options.dialect().melting().get(), before);
  }

  private static RowParser rows(Reader in, FileHead.Lines head, RowReader.Options options)
      throws IOException {
    if (options.format() == InputFormat.TSV) {
      return new TsvRowParser(in, head, options.nullWord());
    }
    if (head.separator() == HeadRecords.FIXED) {
      return new FixedRowParser(in, head, options.nullWord());
    }
    return head.separator() == HeadRecords.BLANKS
        ? new BlankRowParser(in, head, options.nullWord())
        : new CsvRowParser(in, head, options.nullWord());
  }
}
