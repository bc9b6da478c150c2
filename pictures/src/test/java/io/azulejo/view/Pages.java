package io.azulejo.view;

import io.azulejo.Azulejo;
import io.azulejo.Catalog;
import io.azulejo.HistoryEntry;
import io.azulejo.MetadataValue;
import io.azulejo.OpenOptions;
import io.azulejo.error.AzulejoException;
import io.azulejo.schema.ArraySchema;
import io.azulejo.storage.Location;
import io.azulejo.text.json.JsonValue;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A server of a page, and questions to it, for tests. */
final class Pages implements AutoCloseable {
  private final Azulejo engine = Azulejo.create();
  private final ViewServer server;

  Pages(Path root) throws IOException {
    server =
        ViewServer.start(
            engine,
            Location.of(root),
            root.toString(),
            OpenOptions.DEFAULT,
            new Words(engine.catalog()),
            0);
  }

  /** Returns the path of a sample. */
  static Path sample(String name) {
    return Path.of("../samples").toAbsolutePath().normalize().resolve(name);
  }

  /** Words of no command; all members of groups lie in their folders. */
  record Words(Catalog catalog) implements CommandTexts {
    @Override
    public List<Child> children(Location location) {
      return catalog.list(location).stream()
          .map(e -> new Child(e.location().name(), e.type(), e.location(), ""))
          .toList();
    }

    @Override
    public Event event(HistoryEntry entry, ArraySchema schema) {
      return new Event(entry.getClass().getSimpleName(), entry.name());
    }

    @Override
    public String metadata(MetadataValue value) {
      return value.toString();
    }

    @Override
    public String failure(AzulejoException failure) {
      return failure.getMessage();
    }
  }

  URI address() {
    return server.address();
  }

  /** What was answered. */
  record Answer(int status, HttpURLConnection connection, String body) {
    Optional<String> header(String name) {
      return Optional.ofNullable(connection.getHeaderField(name));
    }
  }

  /** What is answered to a path below the token, or to one from the root on. */
  Answer get(String path) throws IOException {
    return send("GET", server.address().resolve(path));
  }

  /** The answer to a request of any method. */
  static Answer send(String method, URI address) throws IOException {
    HttpURLConnection connection = (HttpURLConnection) address.toURL().openConnection();
    connection.setRequestMethod(method);
    int status = connection.getResponseCode();
    try (InputStream in =
        status >= 400 ? connection.getErrorStream() : connection.getInputStream()) {
      byte[] bytes = in == null ? new byte[0] : in.readAllBytes();
      return new Answer(status, connection, new String(bytes, StandardCharsets.UTF_8));
    }
  }

  /** The answer to a question. */
  JsonValue ask(String question) throws IOException {
    return JsonValue.read(get("api/" + question).body());
  }

  @Override
  public void close() {
    server.close();
    engine.close();
  }
}
