package io.azulejo.spark;

import io.azulejo.ObjectType;
import io.azulejo.error.InvalidRequestException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.SupportsCatalogOptions;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.sources.DataSourceRegister;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * The data source for arrays by location: {@code
 * spark.read().format("azulejo").load("s3://bucket/array")}.
 *
 * <p>The table has the array's schema. Each location is a table of an internal catalog. Without a
 * catalog, Spark's save modes could neither create an array nor ignore an existing one.
 */
public class AzulejoSource implements SupportsCatalogOptions, DataSourceRegister {
  static final String NAME = "azulejo";
  private static final String VERSION = "versionAsOf";
  private static final String TIMESTAMP = "timestampAsOf";

  /** Creates a source. Spark calls this constructor. */
  public AzulejoSource() {}

  @Override
  public String shortName() {
    return NAME;
  }

  @Override
  public String extractCatalog(CaseInsensitiveStringMap options) {
    return PathCatalog.register();
  }

  @Override
  public Identifier extractIdentifier(CaseInsensitiveStringMap options) {
    return ArrayPath.of(new ArrayOptions(options).known());
  }

  @Override
  public Optional<String> extractTimeTravelVersion(CaseInsensitiveStringMap options) {
    return timeTravel(options, VERSION);
  }

  @Override
  public Optional<String> extractTimeTravelTimestamp(CaseInsensitiveStringMap options) {
    return timeTravel(options, TIMESTAMP);
  }

  private static Optional<String> timeTravel(CaseInsensitiveStringMap options, String name) {
    Optional<String> value = Optional.ofNullable(options.get(name));
    if (value.isPresent() && options.containsKey(ArrayOptions.END)) {
      throw new InvalidRequestException(
          "%s and %s both set the time of the read; use only one of them"
              .formatted(name, ArrayOptions.END));
    }
    return value;
  }

  /**
   * Returns the columns of an array for a stream; empty if a stream has yet to create the array.
   */
  @Override
  @SuppressWarnings("deprecation") // Spark derives columns() from it
  public StructType inferSchema(CaseInsensitiveStringMap options) {
    return open(options).schema();
  }

  @Override
  public Table getTable(
      StructType schema, Transform[] partitioning, Map<String, String> properties) {
    return open(properties);
  }

  private static Table open(Map<String, String> given) {
    CaseInsensitiveStringMap map = new CaseInsensitiveStringMap(given);
    for (String name : List.of(VERSION, TIMESTAMP)) {
      if (map.containsKey(name)) {
        throw new InvalidRequestException(
            "%s is only for reads with load(path); leave it out of streams".formatted(name));
      }
    }
    ArrayOptions options = new ArrayOptions(given).known();
    return Engines.engine(options).catalog().type(options.location()) == ObjectType.ARRAY
        ? new SparkArray(options, SQLConf.get().caseSensitiveAnalysis())
        : PathCatalog.absent(options, true);
  }
}
