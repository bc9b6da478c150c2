package io.tiledb.java.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tiledb.libtiledb.tiledb_query_condition_op_t;
import java.math.BigInteger;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Schemas, their parts, and their changes. */
class SchemaPartsTest {
  @TempDir Path folder;
  private Context ctx;
  private String uri;

  @BeforeEach
  void open() throws TileDBError {
    ctx = new Context();
    uri = folder.resolve("array").toString();
  }

  @AfterEach
  void close() {
    ctx.close();
  }

  private Domain line() throws TileDBError {
    Domain domain = new Domain(ctx);
    domain.addDimension(new Dimension<>(ctx, "x", Long.class, new Pair<>(0L, 99L), 10L));
    return domain;
  }

  @Test
  void aStoredSchemaEqualsTheCreatedOne() throws TileDBError {
    ArraySchema schema = new ArraySchema(ctx, ArrayType.TILEDB_SPARSE);
    schema.setDomain(line());
    schema.setCapacity(77);
    schema.setTileOrder(Layout.TILEDB_COL_MAJOR).setCellOrder(Layout.TILEDB_HILBERT);
    schema.setAllowDups(1);
    schema.setCoodsFilterList(new FilterList(ctx).addFilter(new GzipFilter(ctx, 4)));
    schema.addAttribute(
        new Attribute(ctx, "b", Datatype.TILEDB_UINT8)
            .setCellValNum(3)
            .setFilterList(new FilterList(ctx).addFilter(new RleFilter(ctx))));
    schema.addAttribute(new Attribute(ctx, "a", String.class).setCellVar());
    schema.check();
    Array.create(uri, schema);
    ArraySchema stored = new ArraySchema(ctx, uri);
    assertThat(stored.isSparse()).isTrue();
    assertThat(stored.getCapacity()).isEqualTo(77);
    assertThat(stored.getTileOrder()).isEqualTo(Layout.TILEDB_COL_MAJOR);
    assertThat(stored.getCellOrder()).isEqualTo(Layout.TILEDB_HILBERT);
    assertThat(stored.getAllowDuplicates()).isTrue();
    assertThat(stored.getVersion()).isEqualTo(22);
    assertThat(stored.getAttributes().keySet()).containsExactly("b", "a");
    assertThat(stored.getAttribute(0).getCellSize()).isEqualTo(3);
    assertThat(stored.getAttribute("a").isVar()).isTrue();
    assertThat(stored.getAttribute("b").getFilterList().getFilter(0)).isInstanceOf(RleFilter.class);
    assertThat(((GzipFilter) stored.getCoordsFilterList().getFilter(0)).getLevel()).isEqualTo(4);
    assertThat(stored.getDomain().getDimension("x").getTileExtent()).isEqualTo(10L);
    assertThat(stored.getDomain().getDimension(0).domainToStr()).isEqualTo("(0, 99)");
    assertThat(stored.getTimestampRange().getFirst()).isPositive();
    assertThat(stored.toString()).contains("- Name: b").contains("hilbert");
  }

  @Test
  void anIncompleteSchemaIsRefused() throws TileDBError {
    ArraySchema schema = new ArraySchema(ctx, ArrayType.TILEDB_DENSE);
    assertThatExceptionOfType(TileDBError.class).isThrownBy(schema::check);
    assertThat(schema.toString()).contains("dense");
    schema.addAttribute(new Attribute(ctx, "a", Integer.class));
    assertThatExceptionOfType(TileDBError.class)
        .isThrownBy(() -> schema.addAttribute(new Attribute(ctx, "a", Integer.class)));
    assertThatExceptionOfType(TileDBError.class).isThrownBy(() -> schema.getAttribute("b"));
    assertThatExceptionOfType(TileDBError.class).isThrownBy(() -> schema.setAllowDups(1));
    assertThatExceptionOfType(TileDBError.class).isThrownBy(() -> Array.create(uri, schema));
  }

  @Test
  void dimensionsKeepTheirJavaClass() throws TileDBError {
    Dimension<Short> bytes =
        new Dimension<>(
            ctx, "u", Datatype.TILEDB_UINT8, new Pair<>((short) 0, (short) 255), (short) 16);
    assertThat(bytes.getDomain().getSecond()).isEqualTo((short) 255);
    assertThat(bytes.isVar()).isFalse();
    assertThat(bytes.tileExtentToStr()).isEqualTo("16");
    assertThatExceptionOfType(ClassCastException.class)
        .isThrownBy(() -> new Dimension<>(ctx, "i", Datatype.TILEDB_INT32, new Pair<>(0L, 9L), 1L));
    Dimension<String> texts = new Dimension<>(ctx, "t", Datatype.TILEDB_STRING_ASCII, null, null);
    assertThat(texts.getCellValNum()).isEqualTo(Constants.TILEDB_VAR_NUM);
    assertThat(texts.getDomain().getFirst()).isNull();
    assertThatExceptionOfType(TileDBError.class).isThrownBy(() -> texts.setCellValNum(1));
  }

  @Test
  void fillValuesHaveTheSizeOfACell() throws TileDBError {
    Attribute pair = new Attribute(ctx, "p", Integer.class).setCellValNum(2);
    pair.setFillValue(new int[] {1, 2});
    assertThat(pair.getFillValue().getFirst()).isEqualTo(new int[] {1, 2});
    assertThat(pair.getFillValue().getSecond()).isEqualTo(8);
    assertThatExceptionOfType(TileDBError.class).isThrownBy(() -> pair.setFillValue(1));
    assertThatExceptionOfType(TileDBError.class)
        .isThrownBy(() -> pair.setFillValueNullable(1, true));
    pair.setNullable(true);
    pair.setFillValueNullable(new int[] {3, 4}, true);
    assertThat(pair.getFillValueNullable().getSecond().getSecond()).isTrue();
    assertThatExceptionOfType(TileDBError.class).isThrownBy(pair::getFillValue);
    Attribute text = new Attribute(ctx, "t", Datatype.TILEDB_STRING_ASCII).setCellVar();
    text.setFillValue("none");
    assertThat(text.getFillValue().getFirst()).isEqualTo("none".getBytes());
    assertThatExceptionOfType(TileDBError.class).isThrownBy(() -> text.setCellValNum(0));
  }

  @Test
  void aDomainOfSeveralTypesHasNoType() throws TileDBError {
    Domain domain = line();
    assertThat(domain.getType()).isEqualTo(Datatype.TILEDB_INT64);
    domain.addDimension(new Dimension<>(ctx, "y", Integer.class, new Pair<>(0, 9), 5));
    assertThat(domain.getNDim()).isEqualTo(2);
    assertThat(domain.hasDimension("y")).isTrue();
    assertThatExceptionOfType(TileDBError.class).isThrownBy(domain::getType);
    assertThatExceptionOfType(TileDBError.class).isThrownBy(() -> domain.getDimension(2));
    assertThatExceptionOfType(TileDBError.class).isThrownBy(() -> domain.getDimension("z"));
  }

  @Test
  void attributesCanBeAddedAndDropped() throws TileDBError {
    ArraySchema schema = new ArraySchema(ctx, ArrayType.TILEDB_SPARSE);
    schema.setDomain(line());
    schema.addAttribute(new Attribute(ctx, "a", Integer.class));
    Array.create(uri, schema);
    ArraySchemaEvolution evolution = new ArraySchemaEvolution(ctx);
    evolution.addAttribute(new Attribute(ctx, "b", Double.class));
    evolution.dropAttribute("a");
    BigInteger later = BigInteger.valueOf(System.currentTimeMillis() + 1);
    assertThatExceptionOfType(TileDBError.class)
        .isThrownBy(() -> evolution.setTimeStampRange(later, BigInteger.ONE));
    evolution.setTimeStampRange(later, later);
    evolution.evolveArray(uri);
    ArraySchema evolved = new ArraySchema(ctx, uri);
    assertThat(evolved.getAttributes().keySet()).containsExactly("b");
    assertThat(evolved.getTimestampRange().getSecond()).isEqualTo(later.longValue());
    assertThat(evolved.getVersion()).isEqualTo(22);
  }

  @Test
  void enumerationsNameTheValuesOfAnAttribute() throws TileDBError {
    ArraySchema schema = new ArraySchema(ctx, ArrayType.TILEDB_SPARSE);
    schema.setDomain(line());
    Attribute attribute = new Attribute(ctx, "a", Integer.class);
    attribute.setEnumerationName("colors");
    schema.addAttribute(attribute);
    schema.addEnumeration(colors("redgreen", 0, 3));
    Array.create(uri, schema);
    try (Array array = new Array(ctx, uri, QueryType.TILEDB_WRITE);
        Query query = new Query(array)) {
      query
          .setDataBuffer("x", new NativeArray(ctx, new long[] {1, 2}, Datatype.TILEDB_INT64))
          .setDataBuffer("a", new NativeArray(ctx, new int[] {0, 1}, Datatype.TILEDB_INT32))
          .submit();
    }
    ArraySchemaEvolution evolution = new ArraySchemaEvolution(ctx);
    try (Array array = new Array(ctx, uri)) {
      Enumeration stored = array.getEnumeration("colors");
      assertThat(stored.getData()).isEqualTo("redgreen".getBytes());
      assertThat(stored.getOffsets()).isEqualTo(new long[] {0, 3});
      assertThat(stored.getCellValNum()).isEqualTo(Constants.TILEDB_VAR_NUM);
      assertThat(stored.toString()).contains("red, green");
      NativeArray blue = new NativeArray(ctx, "blue", Datatype.TILEDB_STRING_ASCII);
      NativeArray offset = new NativeArray(ctx, new long[] {0}, Datatype.TILEDB_UINT64);
      evolution.extendEnumeration(
          stored.extend(blue, BigInteger.valueOf(4), offset, BigInteger.valueOf(8)));
      array.evolve(ctx, evolution);
      array.reopen();
      assertThat(array.getEnumeration("colors").getData()).isEqualTo("redgreenblue".getBytes());
      assertThat(array.getSchema().getAttribute("a").getEnumerationName()).isEqualTo("colors");
      assertThat(count(array, "green", true)).isEqualTo(1);
      assertThat(count(array, 1, false)).isEqualTo(1);
    }
  }

  private Enumeration colors(String texts, long... offsets) throws TileDBError {
    return new Enumeration(
        ctx,
        "colors",
        Constants.TILEDB_VAR_NUM,
        Datatype.TILEDB_STRING_ASCII,
        false,
        new NativeArray(ctx, texts, Datatype.TILEDB_STRING_ASCII),
        BigInteger.valueOf(texts.length()),
        new NativeArray(ctx, offsets, Datatype.TILEDB_UINT64),
        BigInteger.valueOf(8L * offsets.length));
  }

  private int count(Array array, Object value, boolean byValue) throws TileDBError {
    Datatype type = byValue ? Datatype.TILEDB_STRING_ASCII : Datatype.TILEDB_INT32;
    try (Query query = new Query(array)) {
      QueryCondition condition =
          new QueryCondition(ctx, type, "a", value, tiledb_query_condition_op_t.TILEDB_EQ);
      condition.setUseEnumeration(byValue);
      query.setCondition(condition);
      query.setDataBuffer("x", new NativeArray(ctx, 9, Datatype.TILEDB_INT64)).submit();
      return ((long[]) query.getBuffer("x")).length;
    }
  }

  @Test
  void theCurrentDomainCanBeExpanded() throws TileDBError {
    ArraySchema schema = new ArraySchema(ctx, ArrayType.TILEDB_SPARSE);
    Domain domain = line();
    schema.setDomain(domain);
    schema.addAttribute(new Attribute(ctx, "a", Integer.class));
    assertThat(schema.getCurrentDomain().isEmpty()).isTrue();
    assertThatExceptionOfType(TileDBError.class)
        .isThrownBy(() -> schema.getCurrentDomain().getType());
    schema.setCurrentDomain(current(domain, 10, 20));
    Array.create(uri, schema);
    ArraySchemaEvolution evolution = new ArraySchemaEvolution(ctx);
    evolution.expandCurrentDomain(current(domain, 5, 30));
    evolution.evolveArray(uri);
    CurrentDomain expanded = new ArraySchema(ctx, uri).getCurrentDomain();
    assertThat(expanded.getType()).isEqualTo(CurrentDomainType.TILEDB_NDRECTANGLE);
    assertThat(expanded.getNDRectangle().getRange(0).getMin()).isEqualTo(5L);
    assertThat(expanded.getNDRectangle().getRange(0).getMax()).isEqualTo(30L);
  }

  private CurrentDomain current(Domain domain, long low, long high) throws TileDBError {
    NDRectangle rectangle = new NDRectangle(ctx, domain);
    CurrentDomain current = new CurrentDomain(ctx, domain);
    assertThatExceptionOfType(TileDBError.class)
        .isThrownBy(() -> current.setNDRectangle(rectangle));
    Range range = new Range(ctx, domain, 0);
    range.setMin(low);
    range.setMax(high);
    rectangle.setRange(0, range);
    current.setNDRectangle(rectangle);
    return current;
  }
}
