package io.azulejo.text.input;

import io.azulejo.error.InvalidRequestException;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;

/**
 * The text of a file, unpacked and decoded, at the beginning of its rows.
 *
 * @param parser the rows
 * @param charset the encoding
 * @param notes what people should know of how the file is understood
 */
record RowText(RowParser parser, Charset charset, List<String> notes) {
  /** Begins to read a file, whose stream stays open if that fails. */
  static RowText open(InputStream in, RowReader.Options options) throws IOException {
    List<String> notes = new ArrayList<>();
    BufferedInputStream bytes = new BufferedInputStream(Unpacked.of(in), FileHead.SIZE);
    Charset charset =
        options.dialect().charset().isPresent()
            ? options.dialect().charset().get()
            : charset(bytes, notes);
    Reader text = FileHead.strict(bytes, charset);
    RowParser parser =
        switch (options.format()) {
          case CSV -> csv(text, options, charset, notes);
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
      Reader text, RowReader.Options options, Charset charset, List<String> notes)
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
          "among the first lines there are bytes that are not " + charset);
    }
  }
}
