package io.azulejo.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.query.Aggregate;
import io.azulejo.query.Aggregation;
import io.azulejo.query.Batch;
import io.azulejo.query.Condition;
import io.azulejo.query.ReadRequest;
import io.azulejo.storage.Location;
import io.trino.tpch.LineItem;
import io.trino.tpch.LineItemGenerator;
import io.trino.tpch.Order;
import io.trino.tpch.OrderGenerator;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Orders and their items of the TPC-H benchmark as arrays, asked what the benchmark asks of them.
 */
class TpchTest {
  private static final double SCALE = 0.01;

  private static final String LINEITEM =
      "l_orderkey bigint, l_linenumber int, l_partkey bigint, l_suppkey bigint, l_quantity bigint,"
          + " l_extendedprice bigint, l_discount bigint, l_tax bigint, l_returnflag string,"
          + " l_linestatus string, l_shipdate date, l_commitdate date, l_receiptdate date,"
          + " l_shipinstruct string, l_shipmode string, l_comment string";
  private static final String ORDERS =
      "o_orderkey bigint, o_custkey bigint, o_orderstatus string, o_totalprice bigint,"
          + " o_orderdate date, o_orderpriority string, o_clerk string, o_shippriority int,"
          + " o_comment string";

  /** Prices are in cents, discounts and taxes in percent: sums of them are exact. */
  private static final List<String> QUERIES =
      List.of(
          // 1: pricing summary
          """
          select l_returnflag, l_linestatus, sum(l_quantity), sum(l_extendedprice),
            sum(l_extendedprice * (100 - l_discount)),
            sum(l_extendedprice * (100 - l_discount) * (100 + l_tax)), avg(l_quantity),
            avg(l_extendedprice), avg(l_discount), count(*)
          from lineitem where l_shipdate <= date '1998-09-02' group by 1, 2""",
          // 3: shipping priority
          """
          select l_orderkey, sum(l_extendedprice * (100 - l_discount)) revenue, o_orderdate,
            o_shippriority
          from orders join lineitem on l_orderkey = o_orderkey
          where o_orderdate < date '1995-03-15' and l_shipdate > date '1995-03-15'
          group by l_orderkey, o_orderdate, o_shippriority
          order by revenue desc, o_orderdate, l_orderkey limit 10""",
          // 4: order priority checking
          """
          select o_orderpriority, count(*) from orders
          where o_orderdate >= date '1993-07-01' and o_orderdate < date '1993-10-01' and exists
            (select * from lineitem where l_orderkey = o_orderkey and l_commitdate < l_receiptdate)
          group by o_orderpriority""",
          // 6: forecasting revenue change
          """
          select sum(l_extendedprice * l_discount) from lineitem
          where l_shipdate >= date '1994-01-01' and l_shipdate < date '1995-01-01'
            and l_discount between 5 and 7 and l_quantity < 24""",
          // 12: shipping modes and order priority
          """
          select l_shipmode,
            sum(case when o_orderpriority in ('1-URGENT', '2-HIGH') then 1 else 0 end),
            sum(case when o_orderpriority not in ('1-URGENT', '2-HIGH') then 1 else 0 end)
          from orders join lineitem on o_orderkey = l_orderkey
          where l_shipmode in ('MAIL', 'SHIP') and l_commitdate < l_receiptdate
            and l_shipdate < l_commitdate and l_receiptdate >= date '1994-01-01'
            and l_receiptdate < date '1995-01-01'
          group by l_shipmode""",
          // 13: what customers order
          """
          select n, count(*) from (select o_custkey, count(*) n from orders
            where o_comment not like '%special%requests%' group by o_custkey) group by n""",
          // 15: top supplier
          """
          select l_suppkey, sum(l_extendedprice * (100 - l_discount)) revenue from lineitem
          where l_shipdate >= date '1996-01-01' and l_shipdate < date '1996-04-01'
          group by l_suppkey order by revenue desc, l_suppkey limit 5""",
          // 17: small quantities, without the table of parts
          """
          select sum(l_extendedprice) from lineitem a where l_partkey < 50 and l_quantity <
            (select 0.2 * avg(l_quantity) from lineitem b where b.l_partkey = a.l_partkey)""",
          // 18: large orders
          """
          select o_custkey, o_orderkey, o_orderdate, o_totalprice, sum(l_quantity)
          from orders join lineitem on o_orderkey = l_orderkey
          where o_orderkey in
            (select l_orderkey from lineitem group by l_orderkey having sum(l_quantity) > 250)
          group by o_custkey, o_orderkey, o_orderdate, o_totalprice""",
          // 21: suppliers who kept orders waiting
          """
          select a.l_suppkey, count(*) n from lineitem a join orders on o_orderkey = a.l_orderkey
          where o_orderstatus = 'F' and a.l_receiptdate > a.l_commitdate
            and exists (select * from lineitem b
              where b.l_orderkey = a.l_orderkey and b.l_suppkey <> a.l_suppkey)
            and not exists (select * from lineitem c where c.l_orderkey = a.l_orderkey
              and c.l_suppkey <> a.l_suppkey and c.l_receiptdate > c.l_commitdate)
          group by a.l_suppkey order by n desc, a.l_suppkey limit 100""",
          // What else statistics, ranges and limits are good for.
          "select min(l_shipdate), max(l_shipdate), min(l_comment), max(l_comment) from lineitem",
          "select count(*), count(distinct l_shipmode), sum(l_linenumber) from lineitem",
          "select * from lineitem where l_orderkey between 1000 and 1100",
          "select * from orders where o_orderkey in (1, 2, 3, 32, 33, 1000000)",
          "select * from lineitem order by l_orderkey, l_linenumber limit 17",
          "select l_shipmode, max(l_orderkey) from lineitem where l_comment like '%bold%' group by 1");

  @TempDir static Path folder;
  private static final SparkSession spark = Sessions.get();

  private static LocalDate date(int day) {
    return LocalDate.ofEpochDay(day);
  }

  private static Row row(LineItem item) {
    return RowFactory.create(
        item.getOrderKey(),
        item.getLineNumber(),
        item.getPartKey(),
        item.getSupplierKey(),
        item.getQuantity(),
        item.getExtendedPriceInCents(),
        item.getDiscountPercent(),
        item.getTaxPercent(),
        item.getReturnFlag(),
        item.getStatus(),
        date(item.getShipDate()),
        date(item.getCommitDate()),
        date(item.getReceiptDate()),
        item.getShipInstructions(),
        item.getShipMode(),
        item.getComment());
  }

  private static Row row(Order order) {
    return RowFactory.create(
        order.getOrderKey(),
        order.getCustomerKey(),
        String.valueOf(order.getOrderStatus()),
        order.getTotalPriceInCents(),
        date(order.getOrderDate()),
        order.getOrderPriority(),
        order.getClerk(),
        order.getShipPriority(),
        order.getComment());
  }

  @BeforeAll
  static void generate() {
    List<Row> items = new ArrayList<>();
    new LineItemGenerator(SCALE, 1, 1).forEach(item -> items.add(row(item)));
    List<Row> orders = new ArrayList<>();
    new OrderGenerator(SCALE, 1, 1).forEach(order -> orders.add(row(order)));
    spark
        .createDataFrame(items, StructType.fromDDL(LINEITEM))
        .createOrReplaceTempView("generated_lineitem");
    spark
        .createDataFrame(orders, StructType.fromDDL(ORDERS))
        .createOrReplaceTempView("generated_orders");
    spark.conf().set("spark.sql.catalog.tpch", AzulejoCatalog.class.getName());
    spark.conf().set("spark.sql.catalog.tpch.path", folder.toString());
    create(
        "lineitem", LINEITEM, "dimensions = 'l_orderkey,l_linenumber', 'schema.capacity' = 2000");
    create(
        "shipped",
        LINEITEM.replace("l_linenumber int", "l_linenumber smallint"),
        "dimensions = 'l_shipdate', 'schema.set_allows_dups' = true, 'schema.capacity' = 2000");
    create("orders", ORDERS, "dimensions = 'o_orderkey', 'schema.capacity' = 2000");
    fill("lineitem", "generated_lineitem where l_orderkey % 3 = 0");
    fill("lineitem", "generated_lineitem where l_orderkey % 3 > 0");
    fill("shipped", "generated_lineitem");
    fill("orders", "generated_orders");
  }

  private static void create(String table, String columns, String properties) {
    spark.sql("create table tpch.%s (%s) tblproperties (%s)".formatted(table, columns, properties));
  }

  private static void fill(String table, String source) {
    String names = String.join(", ", spark.table("tpch." + table).columns());
    spark.sql("insert into tpch.%s select %s from %s".formatted(table, names, source));
  }

  private static void agree(String lineitem) {
    for (String query : QUERIES) {
      view("lineitem", "generated_lineitem");
      view("orders", "generated_orders");
      String[] columns = spark.table("tpch." + lineitem).columns();
      String asked =
          query.startsWith("select * from lineitem")
              ? query.replace("*", String.join(", ", columns))
              : query;
      List<String> wanted = CellText.rows(spark.sql(asked).collectAsList());
      assertThat(wanted).as("of the source for %s", asked).isNotEmpty();
      for (boolean pushDown : new boolean[] {true, false}) {
        load("lineitem", lineitem, pushDown);
        load("orders", "orders", pushDown);
        assertThat(CellText.rows(spark.sql(asked).collectAsList()))
            .as("push-down %s: %s", pushDown, asked)
            .isEqualTo(wanted);
      }
    }
  }

  private static void view(String name, String table) {
    spark.table(table).createOrReplaceTempView(name);
  }

  private static void load(String name, String table, boolean pushDown) {
    spark
        .read()
        .format("azulejo")
        .option("pushdown", pushDown)
        .option("partition_count", 3)
        .load(folder.resolve(table).toString())
        .createOrReplaceTempView(name);
  }

  @Test
  void ordersAndItemsByTheirKeysAnswerAsTheirSourceDoes() {
    agree("lineitem");
  }

  @Test
  void itemsByTheDayTheyWereShippedAnswerAsTheirSourceDoes() {
    agree("shipped");
  }

  @Test
  void theArrayAloneAnswersAsSparkDoes() {
    load("lineitem", "lineitem", true);
    Row row =
        spark
            .sql(
                "select count(*), sum(l_extendedprice), min(l_quantity), max(l_tax) from lineitem"
                    + " where l_discount between 5 and 7 and l_orderkey < 20000")
            .first();
    try (Azulejo azulejo = Azulejo.create()) {
      Array array = azulejo.open(Location.of(folder.resolve("lineitem").toString()));
      Batch answer =
          array
              .read(
                  ReadRequest.ALL.where(
                      Condition.parse(
                          "l_discount >= 5 and l_discount <= 7 and l_orderkey < 20000")))
              .aggregate(
                  Aggregation.of(
                      List.of(
                          Aggregate.count(),
                          Aggregate.sum("l_extendedprice"),
                          Aggregate.min("l_quantity"),
                          Aggregate.max("l_tax"))));
      for (int i = 0; i < row.length(); i++) {
        assertThat(answer.column(i).getLong(0)).isEqualTo(row.getLong(i));
      }
    }
  }
}
