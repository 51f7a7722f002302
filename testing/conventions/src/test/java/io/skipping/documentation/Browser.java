// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.documentation;

import static com.google.common.collect.ImmutableList.toImmutableList;

import java.io.File;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.WebDriverWait;
import org.testng.SkipException;

/** Opens pages in a Chromium without a window, as wide and as dark as a reader may have it. */
final class Browser implements AutoCloseable {
    private static final int DESKTOP = 1280;
    private static final int PHONE = 400;
    private static final int HEIGHT = 1000;
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(20);

    /** Returns what is wrong with the page as it is shown now. */
    private static final String FAULTS = """
            const faults = [];
            const headings = [...document.querySelectorAll('h1')].map(heading => heading.innerText.trim());
            if (headings.length !== 1 || headings[0] === '') {
                faults.push(`has ${headings.length} headings of the first level: ${headings}`);
            }
            for (const picture of document.images) {
                if (picture.naturalWidth < 100 || picture.naturalHeight < 50 || picture.width < 100) {
                    faults.push(`does not show a picture: ${picture.src}`);
                }
            }
            for (const request of performance.getEntriesByType('resource')) {
                if (!request.name.startsWith(location.origin)) {
                    faults.push(`asks another server: ${request.name}`);
                }
            }
            const width = window.innerWidth;
            const scrolled = element =>
                element && (getComputedStyle(element).overflowX !== 'visible' || scrolled(element.parentElement));
            for (const element of document.querySelectorAll('article, article *')) {
                if (element.getBoundingClientRect().right > width + 1 && !scrolled(element.parentElement)) {
                    faults.push(`is too wide for ${width} pixels: ${element.outerHTML.slice(0, 200)}`);
                }
            }
            if (document.documentElement.scrollWidth > width) {
                faults.push(`has to be scrolled to the right at ${width} pixels`);
            }
            return faults;
            """;

    private static final Logger LOG_OF_DRIVER = Logger.getLogger("org.openqa.selenium.devtools");

    private final ChromeDriver driver;

    private Browser(ChromeDriver driver) {
        this.driver = driver;
    }

    /** Starts a browser, or skips the test if the machine has none. */
    static Browser start() {
        Path driver = program("chromedriver")
                .orElseThrow(
                        () -> new SkipException("Not run: it needs Chromium or Chrome and their chromedriver on the"
                                + " PATH (on Debian: apt-get install chromium-driver)"));
        // it warns that it knows newer browsers by their former protocol only, of which nothing is used here
        LOG_OF_DRIVER.setLevel(Level.SEVERE);
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        ChromeOptions options = new ChromeOptions();
        // Chromium has no sandbox for root, and asks nobody else's server here
        options.addArguments("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage");
        options.addArguments("--disable-background-networking", "--hide-scrollbars");
        options.setCapability("goog:loggingPrefs", logs);
        return new Browser(new ChromeDriver(
                new ChromeDriverService.Builder()
                        .usingDriverExecutable(driver.toFile())
                        .build(),
                options));
    }

    void open(URI page) {
        driver.get(page.toString());
    }

    URI page() {
        return URI.create(driver.getCurrentUrl());
    }

    /** Forgets what was kept while pages of a server were read, and has a reader with light colours at a desktop. */
    void forget(URI page) {
        driver.get("about:blank");
        driver.executeCdpCommand(
                "Storage.clearDataForOrigin", Map.of("origin", page.resolve("/").toString(), "storageTypes", "all"));
        errors();
        width(DESKTOP);
        prefer("light");
    }

    /** Opens a page on a desktop and on a telephone, and returns what is wrong with it. */
    Set<String> faults(URI page) {
        width(DESKTOP);
        open(page);
        Set<String> faults = new LinkedHashSet<>(strings(FAULTS));
        width(PHONE);
        faults.addAll(strings(FAULTS));
        faults.addAll(errors());
        return faults;
    }

    private void width(int pixels) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", pixels, "height", HEIGHT, "deviceScaleFactor", 1, "mobile", false));
    }

    /** Does as if the reader's system was set to dark or light colours. */
    void prefer(String scheme) {
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    }

    /** Returns what a function's body in JavaScript returns on the page. */
    Object run(String script) {
        return driver.executeScript(script);
    }

    @SuppressWarnings("unchecked")
    List<String> strings(String script) {
        return (List<String>) run(script);
    }

    /** Returns the first element that is shown and that a CSS selector selects, as soon as there is one. */
    WebElement shown(String selector) {
        return new WebDriverWait(driver, LONGEST_WAIT)
                .withMessage(() -> "nothing shown for %s on %s".formatted(selector, page()))
                .until(_ -> driver.findElements(By.cssSelector(selector)).stream()
                        .filter(WebElement::isDisplayed)
                        .findFirst()
                        .orElse(null));
    }

    void await(String condition) {
        new WebDriverWait(driver, LONGEST_WAIT)
                .withMessage(() -> "%s is not so on %s".formatted(condition, page()))
                .until(_ -> run("return " + condition).equals(true));
    }

    /** Returns the errors of scripts and of requests since this was asked before. */
    List<String> errors() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
                .map(entry -> entry.getMessage())
                .collect(toImmutableList());
    }

    private static Optional<Path> program(String name) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .map(folder -> Path.of(folder, name))
                .filter(Files::isExecutable)
                .findFirst();
    }

    @Override
    public void close() {
        driver.quit();
    }
}
