package io.azulejo.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.function.LongSupplier;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;

/** DuckDB over a Parquet file that it wrote itself, row by row through JDBC. */
final class DuckDbPeer implements PointsPeer {
  @Override
  public boolean wantsSorted() {
    return true;
  }

  private static Connection connect() throws SQLException {
    Connection connection = DriverManager.getConnection("jdbc:duckdb:");
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET threads = 2");
    }
    return connection;
  }

  @Override
  public void write(Path file, PointCells cells) throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE p (x BIGINT, y BIGINT, v DOUBLE, id INTEGER, tag VARCHAR)");
      try (DuckDBAppender out =
          connection.unwrap(DuckDBConnection.class).createAppender("main", "p")) {
        for (int i = 0; i < cells.count(); i++) {
          out.beginRow();
          out.append(cells.x(i));
          out.append(cells.y(i));
          out.append(cells.v(i));
          out.append(cells.id(i));
          out.append(cells.tag(i));
          out.endRow();
        }
      }
      statement.execute("COPY p TO '%s' (FORMAT parquet, COMPRESSION zstd)".formatted(file));
    }
  }

  @Override
  public Points open(Path file) throws SQLException {
    return new OpenPoints(connect(), file);
  }

  private record OpenPoints(Connection connection, Path file) implements Points {
    @Override
    public LongSupplier scan() throws SQLException {
      return rows("SELECT x, y, v, id, tag FROM read_parquet('%s')", true, 4_000_000);
    }

    @Override
    public LongSupplier box(long x, long y, long side) throws SQLException {
      return rows(
          "SELECT x, y, v, id, tag FROM read_parquet('%s') WHERE x BETWEEN ? AND ? AND y BETWEEN ? AND ?",
          true,
          64,
          x,
          x + side - 1,
          y,
          y + side - 1);
    }

    @Override
    public LongSupplier filter(double v) throws SQLException {
      return rows("SELECT x, y, v FROM read_parquet('%s') WHERE v > ?", false, 64, v);
    }

    private LongSupplier rows(String query, boolean all, int expected, Object... values)
        throws SQLException {
      PointCells cells = new PointCells(expected);
      try (PreparedStatement statement = connection.prepareStatement(query.formatted(file))) {
        for (int i = 0; i < values.length; i++) {
          statement.setObject(i + 1, values[i]);
        }
        try (ResultSet rows = statement.executeQuery()) {
          while (rows.next()) {
            if (all) {
              byte[] tag = rows.getString(5).getBytes(StandardCharsets.US_ASCII);
              cells.add(
                  rows.getLong(1),
                  rows.getLong(2),
                  rows.getDouble(3),
                  rows.getInt(4),
                  tag,
                  0,
                  tag.length);
            } else {
              cells.add(rows.getLong(1), rows.getLong(2), rows.getDouble(3));
            }
          }
        }
      }
      return cells::checksum;
    }

    @Override
    public LongSupplier sum() throws SQLException {
      try (Statement statement = connection.createStatement();
          ResultSet row =
              statement.executeQuery("SELECT sum(v), count(*) FROM read_parquet('%s')".formatted(file))) {
        row.next();
        long answer = (long) Math.floor(row.getDouble(1)) + row.getLong(2);
        return () -> answer;
      }
    }

    @Override
    public void close() throws IOException {
      try {
        connection.close();
      } catch (SQLException e) {
        throw new IOException(e);
      }
    }
  }
}
