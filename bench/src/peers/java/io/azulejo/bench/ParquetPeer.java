package io.azulejo.bench;

import static org.apache.parquet.filter2.predicate.FilterApi.and;
import static org.apache.parquet.filter2.predicate.FilterApi.doubleColumn;
import static org.apache.parquet.filter2.predicate.FilterApi.gt;
import static org.apache.parquet.filter2.predicate.FilterApi.gtEq;
import static org.apache.parquet.filter2.predicate.FilterApi.longColumn;
import static org.apache.parquet.filter2.predicate.FilterApi.lt;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.ColumnReadStore;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.column.impl.ColumnReadStoreImpl;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.filter2.predicate.FilterPredicate;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.DelegatingSeekableInputStream;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.SeekableInputStream;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.io.api.PrimitiveConverter;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/**
 * Parquet, column by column, which is the fastest way to read it in Java: row groups by two
 * threads, and of those the pages that its indexes find. Row groups and pages are smaller than
 * usual, as boxes are the faster for it.
 */
final class ParquetPeer implements PointsPeer {
  private static final int ROW_GROUP = 500_000;
  private static final int PAGE = 4_000;
  private static final MessageType ALL =
      MessageTypeParser.parseMessageType(
          """
          message points {
            required int64 x; required int64 y; required double v;
            required int32 id; required binary tag (UTF8);
          }""");
  private static final MessageType SOME =
      MessageTypeParser.parseMessageType(
          "message points { required int64 x; required int64 y; required double v; }");

  /** The rows of a row group that are wanted. */
  private interface Wanted {
    boolean test(long x, long y, double v);
  }

  @Override
  public boolean wantsSorted() {
    return true;
  }

  @Override
  public void write(Path file, PointCells cells) throws IOException {
    try (ParquetWriter<Integer> out =
        new CellWriterBuilder(new LocalOutputFile(file), cells)
            .withConf(new PlainParquetConfiguration())
            .withCompressionCodec(CompressionCodecName.ZSTD)
            .withRowGroupRowCountLimit(ROW_GROUP)
            .withPageRowCountLimit(PAGE)
            .build()) {
      for (int i = 0; i < cells.count(); i++) {
        out.write(i);
      }
    }
  }

  /** Makes a writer of cells by their numbers. */
  private static final class CellWriterBuilder
      extends ParquetWriter.Builder<Integer, CellWriterBuilder> {
    private final PointCells cells;

    CellWriterBuilder(OutputFile file, PointCells cells) {
      super(file);
      this.cells = cells;
    }

    @Override
    protected CellWriterBuilder self() {
      return this;
    }

    // Abstract still, though there is a newer one.
    @Override
    @SuppressWarnings("deprecation")
    protected WriteSupport<Integer> getWriteSupport(Configuration configuration) {
      return new CellWriteSupport(cells);
    }
  }

  /** Writes one cell. */
  private static final class CellWriteSupport extends WriteSupport<Integer> {
    private final PointCells cells;
    private RecordConsumer out;

    CellWriteSupport(PointCells cells) {
      this.cells = cells;
    }

    // Abstract still, though there is a newer one.
    @Override
    @SuppressWarnings("deprecation")
    public WriteContext init(Configuration configuration) {
      return new WriteContext(ALL, Map.of());
    }

    @Override
    public void prepareForWrite(RecordConsumer consumer) {
      out = consumer;
    }

    @Override
    public void write(Integer cell) {
      int i = cell;
      out.startMessage();
      out.startField("x", 0);
      out.addLong(cells.x(i));
      out.endField("x", 0);
      out.startField("y", 1);
      out.addLong(cells.y(i));
      out.endField("y", 1);
      out.startField("v", 2);
      out.addDouble(cells.v(i));
      out.endField("v", 2);
      out.startField("id", 3);
      out.addInteger(cells.id(i));
      out.endField("id", 3);
      out.startField("tag", 4);
      int start = cells.start(i);
      out.addBinary(Binary.fromConstantByteArray(cells.tags(), start, cells.end(i) - start));
      out.endField("tag", 4);
      out.endMessage();
    }
  }

  @Override
  public Points open(Path file) throws IOException {
    return new OpenPoints(file);
  }

  private static final class OpenPoints implements Points {
    private final ExecutorService threads = Executors.newFixedThreadPool(2);
    private final InputFile file;
    private final ParquetMetadata footer;

    OpenPoints(Path path) throws IOException {
      file = new BufferedFile(path);
      try (ParquetFileReader in = ParquetFileReader.open(file, options(FilterCompat.NOOP))) {
        footer = in.getFooter();
      }
    }

    private static ParquetReadOptions options(FilterCompat.Filter filter) {
      return ParquetReadOptions.builder(new PlainParquetConfiguration())
          .withRecordFilter(filter)
          .build();
    }

    @Override
    public LongSupplier scan() throws Exception {
      return read(ALL, FilterCompat.NOOP, (x, y, v) -> true);
    }

    @Override
    public LongSupplier box(long x, long y, long side) throws Exception {
      FilterPredicate inX =
          and(gtEq(longColumn("x"), x), lt(longColumn("x"), x + side));
      FilterPredicate inY =
          and(gtEq(longColumn("y"), y), lt(longColumn("y"), y + side));
      return read(
          ALL,
          FilterCompat.get(and(inX, inY)),
          (cellX, cellY, v) -> cellX >= x && cellX < x + side && cellY >= y && cellY < y + side);
    }

    @Override
    public LongSupplier filter(double limit) throws Exception {
      return read(
          SOME, FilterCompat.get(gt(doubleColumn("v"), limit)), (x, y, v) -> v > limit);
    }

    /** Reads a row group or two at once, more by two threads, each every second one. */
    private LongSupplier read(MessageType fields, FilterCompat.Filter filter, Wanted wanted)
        throws Exception {
      List<PointCells> found = new ArrayList<>();
      try (ParquetFileReader in = reader(filter)) {
        if (in.getRowGroups().size() <= 2) {
          found.addAll(rowGroups(in, 0, 1, fields, wanted));
        } else {
          Future<List<PointCells>> others =
              threads.submit(
                  () -> {
                    try (ParquetFileReader second = reader(filter)) {
                      return rowGroups(second, 1, 2, fields, wanted);
                    }
                  });
          found.addAll(rowGroups(in, 0, 2, fields, wanted));
          found.addAll(others.get());
        }
      }
      return () -> found.stream().mapToLong(PointCells::checksum).sum();
    }

    /** Codecs belong to the options, and are for one thread. */
    private ParquetFileReader reader(FilterCompat.Filter filter) throws IOException {
      return new ParquetFileReader(file, footer, options(filter), file.newStream());
    }

    private List<PointCells> rowGroups(
        ParquetFileReader in, int first, int step, MessageType fields, Wanted wanted)
        throws IOException {
      List<PointCells> found = new ArrayList<>();
      in.setRequestedSchema(fields);
      for (int group = first; group < in.getRowGroups().size(); group += step) {
        PageReadStore pages = in.readFilteredRowGroup(group);
        if (pages != null) {
          found.add(cells(pages, fields, wanted));
        }
      }
      return found;
    }

    private PointCells cells(PageReadStore pages, MessageType fields, Wanted wanted) {
      ColumnReadStore store =
          new ColumnReadStoreImpl(
              pages, new Ignored(), fields, footer.getFileMetaData().getCreatedBy());
      ColumnReader[] columns =
          fields.getColumns().stream().map(store::getColumnReader).toArray(ColumnReader[]::new);
      int rows = (int) pages.getRowCount();
      PointCells cells = new PointCells(fields == ALL && rows == ROW_GROUP ? rows : 1024);
      for (int i = 0; i < rows; i++) {
        long x = columns[0].getLong();
        long y = columns[1].getLong();
        double v = columns[2].getDouble();
        if (wanted.test(x, y, v)) {
          if (fields == ALL) {
            byte[] tag = columns[4].getBinary().getBytesUnsafe();
            cells.add(x, y, v, columns[3].getInteger(), tag, 0, tag.length);
          } else {
            cells.add(x, y, v);
          }
        } else if (fields == ALL) {
          columns[3].skip();
          columns[4].skip();
        }
        for (ColumnReader column : columns) {
          column.consume();
        }
      }
      return cells;
    }

    @Override
    public LongSupplier sum() throws Exception {
      MessageType fields =
          MessageTypeParser.parseMessageType("message points { required double v; }");
      List<Future<Double>> sums = new ArrayList<>();
      long count = 0;
      for (int i = 0; i < footer.getBlocks().size(); i++) {
        int group = i;
        count += footer.getBlocks().get(i).getRowCount();
        sums.add(
            threads.submit(
                () -> {
                  try (ParquetFileReader in = reader(FilterCompat.NOOP)) {
                    in.setRequestedSchema(fields);
                    PageReadStore pages = in.readRowGroup(group);
                    ColumnReader v =
                        new ColumnReadStoreImpl(pages, new Ignored(), fields, "")
                            .getColumnReader(fields.getColumns().get(0));
                    double sum = 0;
                    for (long row = 0; row < pages.getRowCount(); row++) {
                      sum += v.getDouble();
                      v.consume();
                    }
                    return sum;
                  }
                }));
      }
      double sum = 0;
      for (Future<Double> part : sums) {
        sum += part.get();
      }
      long answer = (long) Math.floor(sum) + count;
      return () -> answer;
    }

    @Override
    public void close() {
      threads.shutdown();
    }
  }

  /** Parquet's own file of this kind reads byte by byte what is not data. */
  private record BufferedFile(Path path) implements InputFile {
    @Override
    public long getLength() throws IOException {
      return Files.size(path);
    }

    @Override
    public SeekableInputStream newStream() throws IOException {
      FileStream in = new FileStream(FileChannel.open(path));
      return new DelegatingSeekableInputStream(in) {
        @Override
        public long getPos() throws IOException {
          return in.position();
        }

        @Override
        public void seek(long position) throws IOException {
          in.seek(position);
        }
      };
    }
  }

  /** A file with a buffer for small reads. */
  private static final class FileStream extends InputStream {
    private final FileChannel channel;
    private final ByteBuffer buffer = ByteBuffer.allocate(1 << 14).limit(0);

    FileStream(FileChannel channel) {
      this.channel = channel;
    }

    long position() throws IOException {
      return channel.position() - buffer.remaining();
    }

    void seek(long position) throws IOException {
      buffer.limit(0);
      channel.position(position);
    }

    @Override
    public int read() throws IOException {
      return fill() ? buffer.get() & 0xff : -1;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      if (!buffer.hasRemaining() && length >= buffer.capacity()) {
        return channel.read(ByteBuffer.wrap(target, offset, length));
      }
      if (!fill()) {
        return -1;
      }
      int count = Math.min(length, buffer.remaining());
      buffer.get(target, offset, count);
      return count;
    }

    private boolean fill() throws IOException {
      if (!buffer.hasRemaining()) {
        buffer.clear();
        channel.read(buffer);
        buffer.flip();
      }
      return buffer.hasRemaining();
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }

  /** A converter that is asked for, and used by nobody. */
  private static final class Ignored extends GroupConverter {
    @Override
    public Converter getConverter(int field) {
      return new PrimitiveConverter() {};
    }

    @Override
    public void start() {
      // Nobody calls it.
    }

    @Override
    public void end() {
      // Nobody calls it.
    }
  }
}
