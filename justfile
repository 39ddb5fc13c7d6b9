# The habits of this project, for https://just.systems. Each is one plain
# command, which CONTRIBUTING.md names too: `just` is optional.

# Lists the recipes
default:
    @just --list

# What must hold before a change goes in: formatting, lints, links in comments, tests
check:
    .ci/run

# All tests that take seconds, or one suite of them: `just test --test sat counts`
test *ARGS:
    cargo test --locked {{ARGS}}

# The tests that take many minutes
long-check *ARGS:
    cargo test --locked --release --features sqlite -- --ignored {{ARGS}}

# Times recipes and solvers side by side; docs/testing.md lists the options
bench *ARGS:
    cargo bench --locked --bench solvers -- {{ARGS}}

# What every recipe takes with every solver, as a table and a picture
table *ARGS:
    cargo bench --locked --bench table -- {{ARGS}}

# Whole commands from outside, question by question
speed *ARGS:
    cargo bench --locked --bench speed -- {{ARGS}}

# Random inputs for a while; docs/testing.md says what they are
fuzz SECONDS="600":
    TWISTSAT_FUZZ_SECONDS={{SECONDS}} cargo test --locked --release --test fuzz -- --ignored
    TWISTSAT_FUZZ_SECONDS={{SECONDS}} cargo test --locked --release -p twistsat-checker fuzz

# The library as WebAssembly, and its tests in Node
web:
    web/page/build
    cargo build --locked
    node web/tests/solve.test.mjs
    node web/tests/notation.test.mjs
    node web/tests/imports.test.mjs

# The page, in target/page, and its tests in a browser
page:
    web/page/build
    cargo build --locked
    node web/page/tests/lzma.test.mjs
    node web/page/tests/first-look.test.mjs
    node web/page/tests/page.test.mjs
    node web/page/tests/page.time.mjs

# The documentation of the library
docs:
    cargo doc --locked --no-deps --open

# The site: the page, the texts, the documentation of the library; its links are checked
site:
    web/site/build

# The command itself
install *ARGS:
    cargo install --locked --path cli {{ARGS}}

# What is handed out, made from a clean clone in target/dist and tried there; it publishes nothing
release *PARTS:
    tools/release {{PARTS}}
