-- Posts the file named by BODY.
local file = assert(io.open(os.getenv("BODY")))
wrk.method = "POST"
wrk.body = file:read("*a")
wrk.headers["Content-Type"] = "application/json"
wrk.headers["Origin"] = "https://vtt.example"
