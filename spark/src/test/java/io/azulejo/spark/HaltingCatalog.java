package io.azulejo.spark;

import java.util.Set;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.SupportsWrite;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.write.BatchWrite;
import org.apache.spark.sql.connector.write.DataWriterFactory;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.PhysicalWriteInfo;
import org.apache.spark.sql.connector.write.Write;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.sql.types.StructType;

/** Arrays whose driver is killed when all tasks have staged what they wrote. */
public final class HaltingCatalog extends AzulejoCatalog {
  /** How the process ends. */
  static final int CODE = 17;

  /** Made by Spark. */
  public HaltingCatalog() {}

  /** A driver of its own: appends to the array in the folder and of the name that are given. */
  public static void main(String[] args) throws NoSuchTableException {
    SparkSession.builder()
        .master("local[2]")
        .config("spark.ui.enabled", "false")
        .config("spark.sql.catalog.halting", HaltingCatalog.class.getName())
        .config("spark.sql.catalog.halting.path", args[0])
        .getOrCreate()
        .range(100, 5000, 1, 4)
        .selectExpr("id x", "id a")
        .writeTo("halting." + args[1])
        .append();
  }

  @Override
  public Table loadTable(Identifier table) throws NoSuchTableException {
    return new Halting((SupportsWrite) super.loadTable(table));
  }

  private record Halting(SupportsWrite table) implements SupportsWrite {
    @Override
    public String name() {
      return table.name();
    }

    @Override
    @SuppressWarnings("deprecation") // columns() is what Spark makes of it
    public StructType schema() {
      return table.schema();
    }

    @Override
    public Set<TableCapability> capabilities() {
      return table.capabilities();
    }

    @Override
    public WriteBuilder newWriteBuilder(LogicalWriteInfo info) {
      BatchWrite write = table.newWriteBuilder(info).build().toBatch();
      return new WriteBuilder() {
        @Override
        public Write build() {
          return new Write() {
            @Override
            public BatchWrite toBatch() {
              return new HaltingWrite(write);
            }
          };
        }
      };
    }
  }

  private record HaltingWrite(BatchWrite write) implements BatchWrite {
    @Override
    public DataWriterFactory createBatchWriterFactory(PhysicalWriteInfo info) {
      return write.createBatchWriterFactory(info);
    }

    @Override
    public void commit(WriterCommitMessage[] messages) {
      Runtime.getRuntime().halt(CODE);
    }

    @Override
    public void abort(WriterCommitMessage[] messages) {
      write.abort(messages);
    }
  }
}
