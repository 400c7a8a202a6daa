// A minimal ASP.NET program to compare with: the slim host and one path, without any code of the bridge.
var builder = WebApplication.CreateSlimBuilder(args);
builder.Logging.ClearProviders();
var app = builder.Build();
app.MapGet("/mgbaendpoint", (string message) => message);
app.MapGet("/health/ready", () => "");
app.Run();
