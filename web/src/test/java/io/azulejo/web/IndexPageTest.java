package io.azulejo.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Pages as servers write them, and as nobody should. */
class IndexPageTest {
  private static Optional<IndexPage> page(String type, String text) {
    return IndexPage.of(
        HttpHeaders.of(Map.of("Content-Type", List.of(type)), (name, value) -> true),
        text.getBytes(StandardCharsets.UTF_8));
  }

  private static List<String> names(String html) {
    return page("text/html", html).orElseThrow().items().stream()
        .map(item -> item.name() + (item.folder() ? "/" : ""))
        .toList();
  }

  @Test
  void readsPagesOfKnownServers() {
    assertThat(
            names(
                "<html>\r\n<head><title>Index of /a/</title></head>\r\n<body>\r\n<h1>Index of"
                    + " /a/</h1><hr><pre><a href=\"../\">../</a>\r\n<a href=\"__schema/\">__schema/</a>"
                    + "  01-Jan-2025 00:00   -\r\n<a href=\"b%20c.tdb\">b c.tdb</a>  01-Jan-2025 00:00"
                    + "  17\r\n</pre><hr></body>\r\n</html>"))
        .containsExactly("__schema/", "b c.tdb");
    assertThat(
            names(
                "<!DOCTYPE HTML PUBLIC \"-//W3C//DTD HTML 3.2 Final//EN\"><html><head><title>Index of"
                    + " /a</title></head><body><h1>Index of /a</h1><table><tr><th><a"
                    + " href=\"?C=N;O=D\">Name</a></th></tr><tr><td><img src=\"/icons/back.gif\"></td>"
                    + "<td><a href=\"/\">Parent Directory</a></td></tr><tr><td><a"
                    + " href=\"x&amp;y.tdb\">x&amp;y.tdb</a></td></tr></table></body></html>"))
        .containsExactly("x&y.tdb");
    assertThat(
            names(
                "<!DOCTYPE HTML>\n<html lang=\"en\"><head><title>Directory listing for /a/</title>"
                    + "</head><body><h1>Directory listing for /a/</h1><hr><ul>\n<li><a"
                    + " href=\"%E7%93%B7.tdb\">瓷.tdb</a></li><li><a href='f/'>f/</a></li></ul>"))
        .containsExactly("f/", "瓷.tdb");
  }

  @Test
  void passesOverLinksThatLeadElsewhere() {
    assertThat(
            names(
                "<title>Index of x</title>"
                    + String.join(
                        "",
                        List.of(
                                "https://evil/x",
                                "//evil/x",
                                "/abs",
                                "../up",
                                "..",
                                ".",
                                "a/b",
                                "%2e%2e",
                                "a%2Fb",
                                "javascript:alert(1)",
                                "#top",
                                "?q",
                                "",
                                "%ff",
                                "a%00b",
                                "&#0;",
                                "&#x2e;&#x2e;",
                                "&#9999999;",
                                "./fine",
                                "%zz")
                            .stream()
                            .map(link -> "<a href=\"" + link + "\">x</a>")
                            .toList())))
        .containsExactly("%zz", "fine");
  }

  @Test
  void takesNoOtherPageForAnIndex() {
    assertThat(page("text/html", "<title>Log in</title><a href=\"x\">x</a>")).isEmpty();
    assertThat(page("text/plain", "<title>Index of</title>")).isEmpty();
    for (String json :
        List.of(
            "{}",
            "[1]",
            "[",
            "[{",
            "[{\"name\":}]",
            "[{\"name\":\"a\"}",
            "[{\"a\":\"\\u12",
            "[] x")) {
      assertThat(page("application/json", json)).as(json).isEmpty();
    }
  }

  @Test
  void readsSizesOfJson() {
    IndexPage page =
        page(
                "application/json; charset=utf-8",
                "[\n{ \"name\":\"f\", \"type\":\"directory\", \"mtime\":\"x\" },\n{ \"name\":\"a\\u00e9\","
                    + " \"type\":\"file\", \"mtime\":\"x\", \"size\":12 }, {\"name\":\"../up\"},"
                    + " {\"name\":\"c/\",\"size\":4096,\"is_dir\":true}, {\"name\":\"d\",\"size\":-1}]")
            .orElseThrow();
    assertThat(page.items())
        .containsExactly(
            new IndexPage.Item("aé", false, 12),
            new IndexPage.Item("c", true, 0),
            new IndexPage.Item("d", false, -1),
            new IndexPage.Item("f", true, 0));
  }
}
