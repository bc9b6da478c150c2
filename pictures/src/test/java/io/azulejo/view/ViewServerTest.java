package io.azulejo.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.Azulejo;
import io.azulejo.OpenOptions;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.storage.Location;
import java.io.IOException;
import java.io.InputStream;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whom the server answers, and with what. */
class ViewServerTest {
  @AutoClose private static Pages pages;

  @BeforeAll
  static void start() throws IOException {
    pages = new Pages(Pages.sample(""));
  }

  @Test
  void thePageAndAllItsFilesAreThereWithTheirTypes() throws Exception {
    assertThat(PageFiles.names()).contains("", "app.js", "app.css");
    for (String name : PageFiles.names()) {
      Pages.Answer file = pages.get("./" + name);
      assertThat(file.status()).as(name).isEqualTo(200);
      assertThat(file.body()).as(name).isNotBlank();
      assertThat(file.header("Content-Type")).as(name).isPresent();
    }
    assertThat(pages.get("uplot-license.txt").body()).contains("MIT License");
  }

  @Test
  void allFilesThatThePageNamesAreHandedOut() throws Exception {
    Set<String> imported = new HashSet<>();
    for (String name : PageFiles.names()) {
      if (name.endsWith(".js") && !name.equals("uplot.js")) {
        pages
            .get(name)
            .body()
            .lines()
            .filter(line -> line.startsWith("import "))
            .map(line -> line.replaceAll(".*from '\\./(.*)';", "$1"))
            .forEach(imported::add);
      }
    }
    assertThat(imported).isNotEmpty();
    assertThat(PageFiles.names()).containsAll(imported);
  }

  @Test
  void nothingOfThePageComesFromElsewhere() throws Exception {
    for (String name : PageFiles.names()) {
      if (!name.startsWith("uplot") && !name.endsWith(".svg")) {
        assertThat(pages.get("./" + name).body().replace("http://www.w3.org/2000/svg", ""))
            .as(name)
            .doesNotContain("http://", "https://", "innerHTML", "insertAdjacentHTML");
      }
    }
  }

  @Test
  void browsersAreToldToRunNoOtherScriptsAndToTellNobody() throws Exception {
    for (String path : new String[] {"./", "api/object?id=0", "nothing"}) {
      Pages.Answer answer = pages.get(path);
      assertThat(answer.header("Content-Security-Policy").orElse(""))
          .contains("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'")
          .doesNotContain("unsafe");
      assertThat(answer.header("X-Content-Type-Options")).contains("nosniff");
      assertThat(answer.header("Referrer-Policy")).contains("no-referrer");
      assertThat(answer.header("Access-Control-Allow-Origin")).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/",
        "/x/",
        "/index.html",
        "/api/object?id=0",
        "/00000000000000000000000000000000/"
      })
  void nobodyIsAnsweredWithoutTheToken(String path) throws Exception {
    Pages.Answer answer = pages.get(path);
    assertThat(answer.status()).isEqualTo(403);
    assertThat(answer.body()).contains("Use the address that azulejo view printed");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"../app.js", "%2e%2e/app.js", "..%2fapp.js", "ViewServer.class", "api/", "api/x"})
  void noOtherFilesAreHandedOut(String path) throws Exception {
    URI address = URI.create(pages.address() + path);
    Pages.Answer answer = Pages.send("GET", address);
    assertThat(answer.status()).isIn(403, 404);
  }

  @ParameterizedTest
  @ValueSource(strings = {"POST", "PUT", "DELETE", "HEAD", "OPTIONS"})
  void nothingButReadingIsPossible(String method) throws Exception {
    Pages.Answer answer = Pages.send(method, pages.address());
    assertThat(answer.status()).isEqualTo(405);
    assertThat(answer.header("Allow")).contains("GET");
  }

  @ParameterizedTest
  @ValueSource(strings = {"evil.example", "evil.example:80", "127.0.0.1", "[::1]:80", ""})
  void otherNamesOfTheHostAreRefused(String host) throws Exception {
    assertThat(raw("GET " + pages.address().getPath() + " HTTP/1.1\r\nHost: " + host))
        .startsWith("HTTP/1.1 421");
  }

  @Test
  void theHostMayBeCalledLocalhost() throws Exception {
    String host = "localhost:" + pages.address().getPort();
    assertThat(raw("GET " + pages.address().getPath() + " HTTP/1.1\r\nHost: " + host))
        .startsWith("HTTP/1.1 200");
  }

  @Test
  void questionsOfOtherPagesAreRefused() throws Exception {
    String head =
        "GET %sapi/object?id=0 HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nSec-Fetch-Site: cross-site"
            .formatted(pages.address().getPath(), pages.address().getPort());
    assertThat(raw(head)).startsWith("HTTP/1.1 403");
  }

  @Test
  void veryLongRequestsAreRefused() throws Exception {
    assertThat(pages.get("api/check?id=0&where=" + "a".repeat(20_000)).status()).isEqualTo(414);
  }

  @Test
  void theServerListensOnLoopbackAlone() throws Exception {
    assertThat(pages.address().getHost()).isEqualTo("127.0.0.1");
    // The same port of all addresses but that one is free.
    try (ServerSocket other = new ServerSocket()) {
      other.bind(new InetSocketAddress("127.0.0.2", pages.address().getPort()));
      assertThat(other.isBound()).isTrue();
    }
  }

  @Test
  void tokensAreNeverTheSame() throws Exception {
    try (Pages others = new Pages(Pages.sample("grid"))) {
      assertThat(others.address().getPath()).isNotEqualTo(pages.address().getPath()).hasSize(34);
    }
  }

  @Test
  void aPortInUseIsRefused() {
    int port = pages.address().getPort();
    try (Azulejo engine = Azulejo.create()) {
      Location root = Location.of(Pages.sample("grid"));
      CommandTexts words = new Pages.Words(engine.catalog());
      assertThatThrownBy(
              () -> ViewServer.start(engine, root, "grid", OpenOptions.DEFAULT, words, port))
          .isInstanceOf(BindException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "object",
        "object?id=x",
        "object?id=-1",
        "object?id=999999",
        "rows?id=0&first=0&count=1",
        "rows?id=1&first=-1&count=1",
        "rows?id=1&first=0&count=100000",
        "tile?id=1",
        "tile?id=1&x=nothing",
        "object?id=0&at=tomorrow"
      })
  void wrongQuestionsAreAnsweredWithWhatIsWrong(String question) throws Exception {
    pages.ask("children?id=0");
    Pages.Answer answer = pages.get("api/" + question);
    assertThat(answer.status()).isIn(400, 404);
    assertThat(answer.body()).contains("\"error\":\"").doesNotContain("internal", "Exception");
  }

  @Test
  void parametersThatAreNotWellEncodedAreRefused() {
    assertThatThrownBy(() -> Parameters.parse("id=%zz"))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("the request has an invalid encoding");
  }

  /** The answer to the head of a request, as it comes. */
  private static String raw(String head) throws IOException {
    try (Socket socket = new Socket("127.0.0.1", pages.address().getPort())) {
      String request = head + "\r\nConnection: close\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      InputStream in = socket.getInputStream();
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
