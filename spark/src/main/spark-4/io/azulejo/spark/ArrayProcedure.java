package io.azulejo.spark;

import io.azulejo.Azulejo;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.maintenance.ConsolidationReport;
import io.azulejo.maintenance.ConsolidationRequest;
import io.azulejo.maintenance.MaintenanceMode;
import io.azulejo.maintenance.Problem;
import io.azulejo.maintenance.VacuumReport;
import io.azulejo.maintenance.VacuumRequest;
import io.azulejo.maintenance.VerifyRequest;
import io.azulejo.storage.Location;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.parser.CatalystSqlParser$;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.procedures.BoundProcedure;
import org.apache.spark.sql.connector.catalog.procedures.ProcedureParameter;
import org.apache.spark.sql.connector.catalog.procedures.UnboundProcedure;
import org.apache.spark.sql.connector.read.LocalScan;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;
import scala.jdk.javaapi.CollectionConverters;

/** A maintenance procedure that the driver runs on a whole array. */
final class ArrayProcedure implements UnboundProcedure, BoundProcedure {
  /** The procedures, with the columns of their results. */
  enum Kind {
    /** Merges many fragments or files into one. */
    CONSOLIDATE(
        "merges many fragments or files into one",
        "mode",
        "inputs int, outputs int, bytes_before bigint, bytes_after bigint"),
    /** Deletes the fragments and files that consolidation has replaced. */
    VACUUM(
        "deletes consolidated fragments and files, which older snapshots need",
        "mode",
        "file string, bytes bigint, reason string"),
    /** Checks the array for damage. */
    VERIFY(
        "checks for damage; with deep = true, in every tile",
        "deep",
        "severity string, kind string, file string, what string, consequence string, remedy"
            + " string");

    private final String description;
    private final String option;
    private final StructType answer;

    Kind(String description, String option, String answer) {
      this.description = description;
      this.option = option;
      this.answer = StructType.fromDDL(answer);
    }
  }

  private final Kind kind;
  private final AzulejoCatalog catalog;

  ArrayProcedure(Kind kind, AzulejoCatalog catalog) {
    this.kind = kind;
    this.catalog = catalog;
  }

  @Override
  public String name() {
    return kind.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public String description() {
    return kind.description;
  }

  @Override
  public BoundProcedure bind(StructType input) {
    return this;
  }

  @Override
  public boolean isDeterministic() {
    return false;
  }

  @Override
  public ProcedureParameter[] parameters() {
    DataType type = kind == Kind.VERIFY ? DataTypes.BooleanType : DataTypes.StringType;
    String usual = kind == Kind.VERIFY ? "false" : "'fragments'";
    return new ProcedureParameter[] {
      ProcedureParameter.in("table", DataTypes.StringType)
          .comment("the array in the catalog, for example plates.first")
          .build(),
      ProcedureParameter.in(kind.option, type)
          .defaultValue(usual)
          .comment(
              kind == Kind.VERIFY
                  ? "whether every tile is decoded"
                  : "fragments, fragment_meta, commits or array_meta")
          .build()
    };
  }

  @Override
  public Iterator<Scan> call(InternalRow input) {
    if (input.isNullAt(0) || input.isNullAt(1)) {
      throw new InvalidRequestException(
          "%s: table and %s cannot be null".formatted(name(), kind.option));
    }
    ArrayOptions options = catalog.options(table(input.getUTF8String(0).toString()));
    Azulejo engine = Engines.writing(options);
    Location place = options.location();
    List<InternalRow> rows =
        switch (kind) {
          case CONSOLIDATE -> consolidate(engine, place, mode(input));
          case VACUUM -> vacuum(engine, place, mode(input));
          case VERIFY -> verify(engine, place, input.getBoolean(1));
        };
    return List.<Scan>of(new ResultScan(kind.answer, rows.toArray(InternalRow[]::new))).iterator();
  }

  /**
   * Returns the identifier of a table.
   *
   * @param text the name of the table, with or without the catalog
   */
  private Identifier table(String text) {
    List<String> parts =
        new ArrayList<>(
            CollectionConverters.asJava(CatalystSqlParser$.MODULE$.parseMultipartIdentifier(text)));
    if (parts.size() > 1 && parts.get(0).equals(catalog.name())) {
      parts.remove(0);
    }
    String last = parts.remove(parts.size() - 1);
    return Identifier.of(parts.toArray(String[]::new), last);
  }

  /** A scan that returns the rows of a result. */
  private record ResultScan(StructType readSchema, InternalRow[] rows) implements LocalScan {}

  private static MaintenanceMode mode(InternalRow input) {
    String name = input.getUTF8String(1).toString();
    try {
      return MaintenanceMode.of(name);
    } catch (InvalidRequestException e) {
      throw new InvalidRequestException(
          "mode \"%s\" is not valid; use fragments, fragment_meta, commits or array_meta".formatted(name),
          null,
          e);
    }
  }

  private static List<InternalRow> consolidate(
      Azulejo engine, Location place, MaintenanceMode mode) {
    ConsolidationReport report =
        engine.maintenance(place).consolidate(ConsolidationRequest.DEFAULT.mode(mode));
    List<InternalRow> rows = new ArrayList<>();
    for (ConsolidationReport.Merge merge : report.merges()) {
      rows.add(
          row(
              merge.inputs().size(),
              merge.outputs().size(),
              merge.bytesBefore(),
              merge.bytesAfter()));
    }
    return rows;
  }

  private static List<InternalRow> vacuum(Azulejo engine, Location place, MaintenanceMode mode) {
    VacuumReport report = engine.maintenance(place).vacuum(VacuumRequest.DEFAULT.mode(mode));
    List<InternalRow> rows = new ArrayList<>();
    for (VacuumReport.Deletion deletion : report.deletions()) {
      rows.add(row(deletion.location().toString(), deletion.bytes(), deletion.reason()));
    }
    return rows;
  }

  private static List<InternalRow> verify(Azulejo engine, Location place, boolean deep) {
    VerifyRequest request = deep ? VerifyRequest.DEFAULT.deep() : VerifyRequest.DEFAULT;
    List<InternalRow> rows = new ArrayList<>();
    for (Problem problem : engine.maintenance(place).verify(request).problems()) {
      rows.add(
          row(
              problem.severity().toString(),
              problem.kind().toString(),
              problem.location().toString(),
              problem.what(),
              problem.consequence(),
              problem.remedy()));
    }
    return rows;
  }

  private static InternalRow row(Object... values) {
    Object[] internal = new Object[values.length];
    for (int i = 0; i < values.length; i++) {
      internal[i] = values[i] instanceof String text ? UTF8String.fromString(text) : values[i];
    }
    return new GenericInternalRow(internal);
  }
}
