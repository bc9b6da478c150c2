package io.azulejo.text.input;

import io.azulejo.error.InvalidRequestException;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;

/**
 * The text of a file, unpacked and decoded, at the beginning of its rows.
 *
 * @param parser the rows
 * @param charset the encoding
 * @param notes what people should know of how the file is understood
 */
record RowText(RowParser parser, Charset charset, List<String> notes) {
  private static final int GZIP_MAGIC = 0x8b1f;

  /** Begins to read a file, whose stream stays open if that fails. */
  static RowText open(String name, InputStream in, RowReader.Options options) throws IOException {
    List<String> notes = new ArrayList<>();
    BufferedInputStream bytes = new BufferedInputStream(unzipped(in), FileHead.SIZE);
    Charset charset =
        options.dialect().charset().isPresent()
            ? options.dialect().charset().get()
            : charset(bytes, notes);
    Reader text = FileHead.strict(bytes, charset);
    RowParser parser =
        switch (options.format()) {
          case CSV -> csv(name, text, options, charset, notes);
          case TSV -> new TsvRowParser(text, options.nullWord());
          case JSON -> new JsonRowParser(text);
        };
    return new RowText(parser, charset, notes);
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

  private static RowParser csv(
      String name, Reader text, RowReader.Options options, Charset charset, List<String> notes)
      throws IOException {
    TextDialect dialect = options.dialect();
    if (dialect.separator().isPresent() && !dialect.comments()) {
      return new CsvRowParser(text, dialect.separator().get(), options.nullWord(), 0, false);
    }
    BufferedReader lines = new BufferedReader(text, FileHead.SIZE);
    try {
      FileHead.Lines head = FileHead.lines(lines, dialect.separator());
      lines.skip(head.characters());
      if (!head.comment().isEmpty()) {
        notes.add(
            "line %d has the names; lines before it were passed over, such as %s"
                .formatted(head.lines() + 1, MessageText.quoted(head.comment())));
      }
      return new CsvRowParser(lines, head.separator(), options.nullWord(), head.lines(), true);
    } catch (CharacterCodingException e) {
      throw new InvalidRequestException(
          "%s: among the first lines there are bytes that are not %s".formatted(name, charset));
    }
  }

  private static InputStream unzipped(InputStream in) throws IOException {
    PushbackInputStream ahead = new PushbackInputStream(in, 2);
    byte[] first = ahead.readNBytes(2);
    ahead.unread(first);
    boolean zipped =
        first.length == 2 && ((first[0] & 0xff) | (first[1] & 0xff) << 8) == GZIP_MAGIC;
    return zipped ? new GZIPInputStream(ahead, 1 << 16) : ahead;
  }
}
